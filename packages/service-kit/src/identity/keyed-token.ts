import { createHmac, hash, hkdfSync } from 'node:crypto';

/** Derives the key for one purpose. @param key 32 bytes, base64 */
export const derivedKey = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, 32));

/**
 * Derives the token of a link, so that mails can repeat it although only its hash is stored; also used for other keyed
 * hashes.
 */
export const keyedToken = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** The stored hash of a token. */
export const storedToken = (token: string): string => hash('sha256', token, 'base64url');
