import { createServiceApp, operatorRoutes, type ServiceParts, workRoutes } from '@kinmel/service-kit';
import type express from 'express';
import type { OrderContext } from './context.ts';
import { creditRoutes } from './ledger/credit.routes.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { payoutsRoutes } from './payouts/payouts.routes.ts';
import { policyRoutes } from './policy/policy.routes.ts';
import { ratesRoutes } from './rates/rates.routes.ts';
import { returnsRoutes } from './returns/returns.routes.ts';

export function createOrderApp(context: OrderContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'order',
    logger: context.logger,
    ...options,
    routes: [
      ...policyRoutes(context),
      ...ratesRoutes(context),
      ...creditRoutes(context),
      ...payoutsRoutes(context),
      ...ordersRoutes(context),
      ...returnsRoutes(context),
      ...(context.cards ? paymentsRoutes(context.cards) : []),
      ...operatorRoutes('order', context),
      ...workRoutes('order', context),
    ],
  });
}
