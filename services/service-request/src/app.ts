import { createServiceApp, operatorRoutes, type ServiceParts, workRoutes } from '@kinmel/service-kit';
import type express from 'express';
import type { ServiceRequestContext } from './context.ts';
import { phoneOrdersRoutes } from './phone-orders/phone-orders.routes.ts';
import { repairBookingsRoutes } from './repair-bookings/repair-bookings.routes.ts';
import { requestsRoutes } from './requests/requests.routes.ts';
import { returnsRoutes } from './returns/returns.routes.ts';
import { sellRequestsRoutes } from './sell-requests/sell-requests.routes.ts';
import { trackingRoutes } from './tracking/tracking.routes.ts';

export function createServiceRequestApp(
  context: ServiceRequestContext,
  options: ServiceParts,
): express.Express {
  return createServiceApp({
    service: 'service-request',
    logger: context.logger,
    ...options,
    routes: [
      ...sellRequestsRoutes(context),
      ...repairBookingsRoutes(context),
      ...phoneOrdersRoutes(context),
      ...returnsRoutes(context),
      ...trackingRoutes(context),
      ...requestsRoutes(context),
      ...operatorRoutes('service-request', context),
      ...workRoutes('service-request', context),
    ],
  });
}
