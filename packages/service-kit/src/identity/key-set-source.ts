import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { JsonWebKeySet } from './verification-keys.ts';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })).max(20),
});

/**
 * Loads the key set from auth's JWKS URL, from a file (tests), or from both. Without either there are no keys, and
 * every call that needs an identity is answered with 401.
 */
export function keySetSource(config: {
  readonly JWKS_URL?: string | undefined;
  readonly JWKS_FILE?: string | undefined;
}): () => Promise<JsonWebKeySet> {
  const { JWKS_URL: url, JWKS_FILE: file } = config;
  const fromFile = async (path: string) => keySetSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const fromAuth = async (address: string) => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(3_000), redirect: 'error' });
    if (!answer.ok) throw new Error(`The key set answered ${answer.status}.`);
    return keySetSchema.parse(await answer.json());
  };
  return async () => {
    const sets = await Promise.all([
      ...(file === undefined ? [] : [fromFile(file)]),
      ...(url === undefined ? [] : [fromAuth(url)]),
    ]);
    return { keys: sets.flatMap(({ keys }) => keys) };
  };
}
