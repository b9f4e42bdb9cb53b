import type { DeviceIdentifier } from '@kinmel/contracts';
import { derivedKey, keyedToken, numberSearch, seal, storedToken, unseal } from '@kinmel/service-kit';

/** A stored identifier: found by its keyed hash and shown by its last four characters. */
export interface StoredIdentifier {
  readonly kind: DeviceIdentifier['kind'];
  readonly hash: string;
  readonly sealed: string;
  readonly lastFour: string;
}

/**
 * Derives from the key what the database alone must not reveal: identifiers, and tokens of passports.
 * @param key 32 bytes, base64; with a new one no identifier can be found or read, and all passports get new addresses
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
    /** Decrypts a text that was encrypted with the same key, here or by service-request. */
    read: (sealed: string) => unseal(sealed, key),
    numbers: numberSearch(key),
    passportToken: (deviceId: string) => keyedToken(passportKey, deviceId),
    tokenHash: storedToken,
  };
}

export type DeviceKey = ReturnType<typeof createDeviceKey>;
