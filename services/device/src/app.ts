import { type OwnAppParts, operatorRoutes, workRoutes } from '@kinmel/service-kit';
import type { DeviceContext } from './context.ts';
import { devicesRoutes } from './devices/devices.routes.ts';
import { passportRoutes } from './passport/passport.routes.ts';
import { sellRequestsRoutes } from './sell-requests/sell-requests.routes.ts';

export const deviceApp = (context: DeviceContext): OwnAppParts => ({
  routes: [
    ...sellRequestsRoutes(context),
    ...devicesRoutes(context),
    ...passportRoutes(context),
    ...workRoutes('device', context),
    ...operatorRoutes('device', context),
  ],
});
