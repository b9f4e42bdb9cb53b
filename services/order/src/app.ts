import { createServiceApp, type HealthParts, type Metrics, type TokenVerifier } from '@kinmel/service-kit';
import type express from 'express';
import type { OrderContext } from './context.ts';
import { policyRoutes } from './policy/policy.routes.ts';

export interface OrderAppOptions {
  readonly verifier: TokenVerifier;
  readonly metrics: Metrics;
  readonly health: HealthParts;
}

export function createOrderApp(context: OrderContext, options: OrderAppOptions): express.Express {
  return createServiceApp({
    service: 'order',
    logger: context.logger,
    ...options,
    routes: [...policyRoutes(context)],
  });
}
