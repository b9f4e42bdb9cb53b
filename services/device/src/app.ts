import { createServiceApp, operatorRoutes, type ServiceParts, workRoutes } from '@kinmel/service-kit';
import type express from 'express';
import type { DeviceContext } from './context.ts';
import { devicesRoutes } from './devices/devices.routes.ts';
import { sellRequestsRoutes } from './sell-requests/sell-requests.routes.ts';
import { passportRoutes } from './passport/passport.routes.ts';

export function createDeviceApp(context: DeviceContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'device',
    logger: context.logger,
    ...options,
    routes: [
      ...sellRequestsRoutes(context),
      ...devicesRoutes(context),
      ...passportRoutes(context),
      ...workRoutes('device', context),
      ...operatorRoutes('device', context),
    ],
  });
}
