import { keyedNetwork, type Logger, withoutSecret } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';

/**
 * Logs refused and failed requests with the account of a verified token and the keyed network of the client; others at
 * level debug, because the service logs them under the same request id. Queries and secrets in links are left out.
 */
export function accessLog(logger: Logger): RequestHandler {
  const logsAll = logger.isLevelEnabled('debug');
  return (req, res, next) => {
    const startedAt = performance.now();
    // The address of a closed connection is unknown.
    const { method, path, ip = '' } = req;
    res.once('close', () => {
      const isSuccess = res.statusCode < 400;
      if (isSuccess && !logsAll) return;
      logger[isSuccess ? 'debug' : 'info'](
        {
          method,
          path: withoutSecret(path),
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round(performance.now() - startedAt),
          requestId: req.headers['x-request-id'],
          accountId: res.locals['accountId'],
          network: keyedNetwork(ip),
        },
        'request',
      );
    });
    next();
  };
}
