import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { stackState } from './stack-control.ts';

export const readLog = async (name: string): Promise<string> =>
  readFile(join((await stackState()).folders.logs, name), 'utf8');

/**
 * No log file of the shop contains one of these secrets or its last 20 characters: a token's signature is a secret too.
 * @param services whose logs must exist
 */
export async function expectNotLogged(
  secrets: Readonly<Record<string, string>>,
  services: readonly string[],
): Promise<void> {
  const { folders } = await stackState();
  const names = (await readdir(folders.logs)).filter((name) => name.endsWith('.log'));
  expect(names).toEqual(expect.arrayContaining(services.map((service) => `${service}.log`)));
  for (const name of names) {
    const text = await readLog(name);
    for (const [kind, secret] of Object.entries(secrets))
      expect.soft(text.includes(secret.slice(-20)), `${kind} in ${name}`).toBe(false);
  }
}

/** Parts of a visitor's request that no log line may contain. */
export const plantedSecrets = {
  password: 'planted-password-Tr0ub4dor',
  token: 'planted-token-eyJhbGciOiJFUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl',
  refreshToken: 'planted-refresh-9f8e7d6c5b4a',
  cookie: 'planted-cookie-0a1b2c3d4e5f',
  trackingToken: 'bplanted-tracking-0123456789abcdefghijklmnop',
} as const;
