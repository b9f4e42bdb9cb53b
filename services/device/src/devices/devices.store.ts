import mongoose from 'mongoose';
import type { Device } from './device.rules.ts';

interface DeviceDocument {
  _id: string;
  name: string;
  createdAt: Date;
}

const deviceSchema = new mongoose.Schema<DeviceDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false },
).index({ createdAt: -1 }, { name: 'newest-first' });

export type DeviceModel = mongoose.Model<DeviceDocument>;

export const createDeviceModel = (connection: mongoose.Connection): DeviceModel =>
  connection.model<DeviceDocument>('Device', deviceSchema, 'devices');

export interface DevicesStore {
  add(device: Device): Promise<void>;
  /** Newest first, at most `limit`. */
  list(limit: number): Promise<Device[]>;
}

export function createDevicesStore(model: DeviceModel): DevicesStore {
  return {
    async add({ id, name, createdAt }) {
      await model.create({ _id: id, name, createdAt });
    },
    async list(limit) {
      const documents = await model.find().sort({ createdAt: -1 }).limit(limit).lean();
      return documents.map(({ _id, name, createdAt }) => ({ id: _id, name, createdAt }));
    },
  };
}
