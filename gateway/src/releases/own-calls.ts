import { createMetrics, createServiceApp } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.ts';
import { pathOf } from '../policies/admission/limits.ts';
import { releasesRoutes } from './releases.routes.ts';

/** Serves the gateway's own endpoints (decision 71) by their contracts, as a service does. */
export function ownCalls(context: GatewayContext): RequestHandler {
  const { routes, logger, liveVerifier } = context;
  const app = createServiceApp({
    service: 'gateway',
    logger,
    routes: releasesRoutes(context),
    verifier: liveVerifier,
    // The live verifier has asked auth already.
    liveSessions: { confirm: async (caller) => caller },
    health: {},
    // Never served: the gateway measures all of its requests itself.
    metrics: createMetrics('gateway'),
  });
  return (req, res, next) =>
    routes.match(req.method, pathOf(req))?.owner === 'gateway' ? app(req, res, next) : next();
}
