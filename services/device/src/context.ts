import type { Logger } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { DevicesContext } from './devices/create-device.ts';
import { createDeviceModel, createDevicesStore } from './devices/devices.store.ts';

/** Everything that the features depend on. */
export interface DeviceContext extends DevicesContext {
  readonly logger: Logger;
}

/** The models with their indexes, which are created at start. */
export const deviceModels = (connection: mongoose.Connection) => [createDeviceModel(connection)];

export function createDeviceContext(connection: mongoose.Connection, logger: Logger): DeviceContext {
  return {
    logger,
    devices: createDevicesStore(createDeviceModel(connection)),
    now: () => new Date(),
    newId: () => new mongoose.Types.ObjectId().toHexString(),
  };
}
