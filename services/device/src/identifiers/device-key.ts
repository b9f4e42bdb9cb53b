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
 * @param key 32 bytes, base64; a new one finds stored identifiers and passports only after `changeDeviceKey` has run
 * @param otherKey the previous key, which only decrypts messages that are in flight
 */
export function createDeviceKey(key: string, otherKey?: string) {
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
    read(sealed: string): string {
      try {
        return unseal(sealed, key);
      } catch (error) {
        if (otherKey === undefined) throw error;
        return unseal(sealed, otherKey);
      }
    },
    numbers: numberSearch(key),
    passportToken: (deviceId: string) => keyedToken(passportKey, deviceId),
    tokenHash: storedToken,
  };
}

export type DeviceKey = ReturnType<typeof createDeviceKey>;
