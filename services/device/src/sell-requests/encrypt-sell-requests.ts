import { pick } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { DeviceKey } from '../identifiers/device-key.ts';
import { createSellRequestModel } from './sell-requests.store.ts';

/** Encrypts the IMEIs of all sell requests with the key. Returns the number of changed requests. */
export async function encryptSellRequests(connection: mongoose.Connection, key: DeviceKey): Promise<number> {
  const sellRequests = createSellRequestModel(connection);
  let count = 0;
  for await (const { _id, imeis = [] } of sellRequests.find().lean()) {
    const changedImeis = imeis.map((imei) => {
      const stored = key.stored({ kind: 'imei', value: key.read(imei.sealed) });
      return { ...imei, ...pick(stored, 'hash', 'sealed') };
    });
    if (changedImeis.every(({ hash }, index) => hash === imeis[index]?.hash)) continue;
    await sellRequests.updateOne({ _id }, { $set: { imeis: changedImeis } });
    count += 1;
  }
  return count;
}
