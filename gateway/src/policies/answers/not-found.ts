import type { Logger } from '@kinmel/service-kit';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';

/** The last policy: 404. */
export const notFound: RequestHandler = (_req, res) => sendProblem(res, 'not-found');

/** An error of the gateway itself: its text is logged, the client gets the request id. */
export function unexpectedErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    // Express could not decode the path: the client's fault.
    if (error instanceof URIError) return sendProblem(res, 'invalid-request');
    logger.error({ err: error, requestId: req.headers['x-request-id'] }, 'unexpected error');
    sendProblem(res, 'unexpected-error');
  };
}
