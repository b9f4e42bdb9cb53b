import { createMetrics, createServiceApp } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.ts';
import { pathOf } from '../policies/admission/limits.ts';
import { releasesRoutes } from './releases.routes.ts';

/** Answers the calls that the gateway owns (decision 71), as a service does: by their contracts. */
export function ownCalls(context: GatewayContext): RequestHandler {
  const { routes, logger, liveVerifier } = context;
  const app = createServiceApp({
    service: 'gateway',
    logger,
    routes: releasesRoutes(context),
    verifier: liveVerifier,
    // The verifier has asked auth.
    liveSessions: { confirm: async (caller) => caller },
    health: {},
    // Not served: the gateway measures all of its requests.
    metrics: createMetrics('gateway'),
  });
  return (req, res, next) =>
    routes.match(req.method, pathOf(req))?.owner === 'gateway' ? app(req, res, next) : next();
}
