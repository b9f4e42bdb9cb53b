import { resolve } from 'node:path';
import type { Logger } from '@kinmel/service-kit';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { GatewayContext } from './context.ts';
import { health } from './health/health.ts';
import { adminFiles } from './policies/admission/admin-files.ts';
import { accountOf, identity } from './policies/admission/identity.ts';
import { limits } from './policies/admission/limits.ts';
import { rateLimits } from './policies/admission/rate-limits.ts';
import { apiReference } from './policies/answers/api-reference.ts';
import { browserReports } from './policies/answers/browser-reports.ts';
import { answerAndFillCache } from './policies/answers/cached-responses.ts';
import { crawlerFiles } from './policies/answers/crawler-files.ts';
import { cspReports } from './policies/answers/csp-reports.ts';
import { pages } from './policies/answers/pages.ts';
import { proxy } from './policies/answers/proxy.ts';
import { securityHeaders } from './policies/answers/security-headers.ts';
import { staticFiles } from './policies/answers/static-files.ts';
import { accessLog } from './policies/tracing/access-log.ts';
import { requestId } from './policies/tracing/request-id.ts';
import { previews } from './previews/previews.ts';
import { sendProblem } from './problem-answer.ts';
import { ownCalls } from './releases/own-calls.ts';

const notFound: RequestHandler = (_req, res) => sendProblem(res, 'not-found');

/** The text of an unexpected error goes to the log; the client gets the request id. */
function unexpectedErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    // Express could not decode the path.
    if (error instanceof URIError) return sendProblem(res, 'invalid-request');
    logger.error({ err: error, requestId: req.headers['x-request-id'] }, 'unexpected error');
    sendProblem(res, 'unexpected-error');
  };
}

/** Mounts the policies in order. */
export function createApp(context: GatewayContext): Express {
  const { config, logger, routes, metrics, verifier } = context;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.GATEWAY_TRUSTED_PROXIES);

  app.use(
    requestId,
    metrics.measure,
    accessLog(logger),
    securityHeaders(context.headers),
    limits(routes, context.limits),
    health(context),
    // Before identity, so that refused calls are counted too.
    rateLimits({
      readsPerMinute: config.GATEWAY_READS_PER_MINUTE,
      writesPerMinute: config.GATEWAY_WRITES_PER_MINUTE,
      routes,
      accountOf: verifier && ((req) => accountOf(verifier, req)),
      onRefused: metrics.countRefused,
      counterOf: context.sharedCounts?.counterOf,
    }),
    cspReports(logger),
    identity(context),
    ...(config.NODE_ENV === 'production' ? [] : [apiReference(resolve(config.DOCS_FOLDER))]),
    answerAndFillCache(context.responseCache),
    adminFiles(context.adminFiles),
    previews(context.previews),
    // After the check of the admin cookie: only admins know of staff remotes.
    browserReports(context),
    crawlerFiles(context.sitemap, context.origin),
    staticFiles(context),
    ownCalls(context),
    proxy(context),
    pages(context),
    notFound,
  );
  app.use(unexpectedErrors(logger));
  return app;
}
