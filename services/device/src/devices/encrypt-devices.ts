import type mongoose from 'mongoose';
import type { DeviceKey } from '../identifiers/device-key.ts';
import { createDeviceModel } from './devices.store.ts';

/** Encrypts the numbers of all devices with the key, and adds their new passport addresses. Returns the number changed. */
export async function encryptDevices(connection: mongoose.Connection, key: DeviceKey): Promise<number> {
  const devices = createDeviceModel(connection);
  let count = 0;
  for await (const { _id, tokenHash: olderHash, identifiers } of devices.find().lean()) {
    const tokenHash = key.tokenHash(key.passportToken(_id.toHexString()));
    if (tokenHash === olderHash) continue;
    const values = identifiers.map(({ kind, sealed }) => ({ kind, value: key.read(sealed) }));
    const $set = {
      tokenHash,
      identifiers: values.map((one) => key.stored(one)),
      numberParts: values.flatMap(({ value }) => key.numbers.partsOf(value)),
    };
    await devices.updateOne({ _id }, { $set, $addToSet: { olderTokenHashes: olderHash } });
    count += 1;
  }
  return count;
}
