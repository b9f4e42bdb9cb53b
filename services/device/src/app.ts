import { createServiceApp, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import type { DeviceContext } from './context.ts';
import { devicesRoutes } from './devices/devices.routes.ts';

export function createDeviceApp(context: DeviceContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'device',
    logger: context.logger,
    ...options,
    routes: [...devicesRoutes(context)],
  });
}
