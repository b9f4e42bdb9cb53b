import { type OwnAppParts, operatorRoutes, workRoutes } from '@kinmel/service-kit';
import type { OrderContext } from './context.ts';
import { creditRoutes } from './ledger/credit.routes.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { refundsRoutes } from './payments/refunds/refunds.routes.ts';
import { payoutsRoutes } from './payouts/payouts.routes.ts';
import { placingRoutes } from './placing/placing.routes.ts';
import { policyRoutes } from './policy/policy.routes.ts';
import { ratesRoutes } from './rates/rates.routes.ts';
import { returnsRoutes } from './returns/returns.routes.ts';
import { taxDocumentsRoutes } from './tax-documents/tax-documents.routes.ts';

export const orderApp = (context: OrderContext): OwnAppParts => ({
  routes: [
    ...policyRoutes(context),
    ...ratesRoutes(context),
    ...creditRoutes(context),
    ...payoutsRoutes(context),
    ...placingRoutes(context),
    ...ordersRoutes(context),
    ...taxDocumentsRoutes(context),
    ...refundsRoutes(context),
    ...returnsRoutes(context),
    ...paymentsRoutes(context.onlinePayments),
    ...operatorRoutes('order', context),
    ...workRoutes('order', context),
  ],
});
