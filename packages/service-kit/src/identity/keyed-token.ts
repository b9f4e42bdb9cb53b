import { createHmac, hash, hkdfSync } from 'node:crypto';

/** The key for one purpose. @param key 32 bytes, base64 */
export const derivedKey = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, 32));

/** The token of a link, which mails can repeat although only its hash is stored; or another keyed hash. */
export const keyedToken = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** The stored hash of a token. */
export const storedToken = (token: string): string => hash('sha256', token, 'base64url');
