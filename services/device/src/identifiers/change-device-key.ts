import type mongoose from 'mongoose';
import { encryptDevices } from '../devices/encrypt-devices.ts';
import { encryptSellRequests } from '../sell-requests/encrypt-sell-requests.ts';
import { createDeviceKey } from './device-key.ts';

/**
 * Encrypts and hashes with the new key what was stored with the old one; can be repeated. Older passport addresses stay
 * valid. Stop all instances of the service before, because an instance with the old key finds no changed record.
 * @returns the number of changed devices and sell requests
 */
export async function changeDeviceKey(
  connection: mongoose.Connection,
  newKey: string,
  oldKey: string,
): Promise<number> {
  const key = createDeviceKey(newKey, oldKey);
  return (await encryptDevices(connection, key)) + (await encryptSellRequests(connection, key));
}
