import type { Logger } from '@kinmel/service-kit';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';

/** Answers what no policy before it has answered. */
export const notFound: RequestHandler = (_req, res) => sendProblem(res, 'not-found');

/** A fault of the gateway itself: the text goes to the log, the client learns the request id. */
export function unexpectedErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    // Express could not decode the path: the client's fault.
    if (error instanceof URIError) return sendProblem(res, 'invalid-request');
    logger.error({ err: error, requestId: req.headers['x-request-id'] }, 'unexpected error');
    sendProblem(res, 'unexpected-error');
  };
}
