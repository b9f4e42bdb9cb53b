import { type Device, newDevice } from './device.rules.ts';
import type { DevicesStore } from './devices.store.ts';

export interface DevicesContext {
  readonly devices: DevicesStore;
  readonly now: () => Date;
  readonly newId: () => string;
}

export async function createDevice(context: DevicesContext, name: string): Promise<Device> {
  const device = newDevice(context.newId(), name, context.now());
  await context.devices.add(device);
  return device;
}
