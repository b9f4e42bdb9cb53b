import type { ProblemCode } from '@kinmel/contracts';
import express, { type Request, type RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';

type Refusal = { readonly problem: ProblemCode; readonly message?: string };

/**
 * `POST` of reports from browsers, which anyone can send: bodies of any media type, answered with 204.
 * @param handleReport handles the body of one request; returns a problem when it is refused
 */
export function reportEndpoint(
  path: string,
  maxBytes: number,
  handleReport: (body: string, req: Request) => Refusal | undefined,
): RequestHandler {
  const readBody = express.text({ type: () => true, limit: maxBytes });
  return (req, res, next) => {
    if (req.path !== path) return next();
    if (req.method !== 'POST')
      return sendProblem(res, 'method-not-allowed', { Allow: 'POST', Connection: 'close' });
    readBody(req, res, (error?: unknown) => {
      if (error !== undefined) return sendProblem(res, 'too-large', { Connection: 'close' });
      const refusal = handleReport(String(req.body ?? ''), req);
      if (refusal) return sendProblem(res, refusal.problem, {}, refusal.message);
      res.status(204).end();
    });
  };
}
