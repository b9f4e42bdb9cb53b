import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

function keyOf(key: string): Buffer {
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32) throw new Error('A sealing key has 32 bytes, written as base64.');
  return bytes;
}

/** Encrypts bytes (AES-256-GCM, random nonce). `key` has 32 bytes. */
export function sealBytes(bytes: Uint8Array, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the result of `sealBytes`; throws for another key or changed bytes. */
export function unsealBytes(bytes: Buffer, key: Buffer): Buffer {
  if (bytes.length < nonceBytes + tagBytes) throw new Error('This is not a sealed secret.');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

/** Encrypts a secret of an event or a stored identifier. `key` is 32 bytes as base64; the result is base64url. */
export const seal = (text: string, key: string): string =>
  sealBytes(Buffer.from(text), keyOf(key)).toString('base64url');

/** Decrypts the result of `seal`; throws for another key or changed bytes. */
export const unseal = (sealed: string, key: string): string =>
  unsealBytes(Buffer.from(sealed, 'base64url'), keyOf(key)).toString('utf8');
