import type { DeviceIdentifier } from '@kinmel/contracts';
import { derivedKey, keyedToken, seal, storedToken, unseal } from '@kinmel/service-kit';

/** An identifier as it is stored: found by its keyed hash, and shown as its last four characters. */
export interface StoredIdentifier {
  readonly kind: DeviceIdentifier['kind'];
  readonly hash: string;
  readonly sealed: string;
  readonly lastFour: string;
}

/** What the key of devices makes: identifiers that the database alone does not tell, and tokens of passports. */
export interface DeviceKey {
  stored(identifier: DeviceIdentifier): StoredIdentifier;
  /** The text of what was sealed with the same key, here or by service-request. */
  read(sealed: string): string;
  passportToken(deviceId: string): string;
  /** The stored hash of a token. */
  tokenHash(token: string): string;
}

/** @param key 32 bytes, base64; with a new one no identifier is found or read, and all passports have new addresses */
export function createDeviceKey(key: string): DeviceKey {
  const hashKey = derivedKey(key, 'device-identifiers');
  const passportKey = derivedKey(key, 'device-passports');
  return {
    stored: ({ kind, value }) => ({
      kind,
      hash: keyedToken(hashKey, `${kind}:${value}`),
      sealed: seal(value, key),
      lastFour: value.slice(-4),
    }),
    read: (sealed) => unseal(sealed, key),
    passportToken: (deviceId) => keyedToken(passportKey, deviceId),
    tokenHash: storedToken,
  };
}
