import type { Logger } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';

/**
 * One line for each request that changes something or is refused; reads that went well only at level debug.
 * The query is left out: a search or a token in it is nobody's business.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const { method, path } = req;
    res.once('close', () => {
      const isQuiet = res.statusCode < 400 && (method === 'GET' || method === 'HEAD');
      if (isQuiet && !logger.isLevelEnabled('debug')) return;
      logger[isQuiet ? 'debug' : 'info'](
        {
          method,
          path,
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round(performance.now() - startedAt),
          requestId: req.headers['x-request-id'],
        },
        'request',
      );
    });
    next();
  };
}
