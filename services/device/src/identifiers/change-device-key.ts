import { pick } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createDeviceModel } from '../devices/devices.store.ts';
import { createSellRequestModel } from '../sell-requests/sell-requests.store.ts';
import { createDeviceKey } from './device-key.ts';

/**
 * Encrypts and hashes with the new key what was stored with the old one; can be repeated. Passports keep their older
 * addresses. No instance of the service may run meanwhile, because one with the old key would not find what is changed.
 * @returns the number of changed devices and sell requests
 */
export async function changeDeviceKey(
  connection: mongoose.Connection,
  newKey: string,
  oldKey: string,
): Promise<number> {
  const key = createDeviceKey(newKey, oldKey);
  const devices = createDeviceModel(connection);
  const sellRequests = createSellRequestModel(connection);
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

  for await (const { _id, imeis = [] } of sellRequests.find().lean()) {
    const changed = imeis.map((imei) => {
      const stored = key.stored({ kind: 'imei', value: key.read(imei.sealed) });
      return { ...imei, ...pick(stored, 'hash', 'sealed') };
    });
    if (changed.every(({ hash }, index) => hash === imeis[index]?.hash)) continue;
    await sellRequests.updateOne({ _id }, { $set: { imeis: changed } });
    count += 1;
  }
  return count;
}
