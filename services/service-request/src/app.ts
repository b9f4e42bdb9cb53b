import { type OwnAppParts, operatorRoutes, workRoutes } from '@kinmel/service-kit';
import type { ServiceRequestContext } from './context.ts';
import { phoneOrdersRoutes } from './phone-orders/phone-orders.routes.ts';
import { repairBookingsRoutes } from './repair-bookings/repair-bookings.routes.ts';
import { requestsRoutes } from './requests/requests.routes.ts';
import { returnsRoutes } from './returns/returns.routes.ts';
import { sellRequestsRoutes } from './sell-requests/sell-requests.routes.ts';
import { trackingRoutes } from './tracking/tracking.routes.ts';

export const serviceRequestApp = (context: ServiceRequestContext): OwnAppParts => ({
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
