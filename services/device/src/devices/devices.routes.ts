import { deviceEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { createDevice, type DevicesContext } from './create-device.ts';
import type { Device } from './device.rules.ts';

const listLimit = 100;

const answerOf = ({ id, name, createdAt }: Device) => ({ id, name, createdAt: createdAt.toISOString() });

export function devicesRoutes(context: DevicesContext): Route[] {
  return [
    route(deviceEndpoints.listDevices, async () => ({
      success: true as const,
      data: (await context.devices.list(listLimit)).map(answerOf),
    })),
    route(deviceEndpoints.createDevice, async ({ body }) => ({
      success: true as const,
      data: answerOf(await createDevice(context, body.name)),
    })),
  ];
}
