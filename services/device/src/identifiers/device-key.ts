import type { DeviceIdentifier } from '@kinmel/contracts';
import { derivedKey, keyedToken, numberSearch, seal, storedToken, unseal } from '@kinmel/service-kit';

/** An identifier as it is stored: found by its keyed hash, and shown as its last four characters. */
export interface StoredIdentifier {
  readonly kind: DeviceIdentifier['kind'];
  readonly hash: string;
  readonly sealed: string;
  readonly lastFour: string;
}

/**
 * What the key of devices makes: identifiers that the database alone does not tell, and tokens of passports.
 * @param key 32 bytes, base64; with a new one no identifier is found or read, and all passports have new addresses
 */
export function createDeviceKey(key: string) {
  const hashKey = derivedKey(key, 'device-identifiers');
  const passportKey = derivedKey(key, 'device-passports');
  return {
    stored: ({ kind, value }: DeviceIdentifier): StoredIdentifier => ({
      kind,
      hash: keyedToken(hashKey, `${kind}:${value}`),
      sealed: seal(value, key),
      lastFour: value.slice(-4),
    }),
    /** The text of what was sealed with the same key, here or by service-request. */
    read: (sealed: string) => unseal(sealed, key),
    numbers: numberSearch(key),
    passportToken: (deviceId: string) => keyedToken(passportKey, deviceId),
    tokenHash: storedToken,
  };
}

export type DeviceKey = ReturnType<typeof createDeviceKey>;
