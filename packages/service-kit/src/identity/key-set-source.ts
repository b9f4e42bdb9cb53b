import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { JsonWebKeySet } from './token-verifier.ts';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })).max(20),
});

/**
 * Where a verifier gets its keys: auth's JWKS address, or a file in tests. With neither there is no key, so that
 * every call that needs an identity is answered 401 and none is let in by mistake.
 */
export function keySetSource(config: {
  readonly JWKS_URL?: string | undefined;
  readonly JWKS_FILE?: string | undefined;
}): () => Promise<JsonWebKeySet> {
  const { JWKS_URL: url, JWKS_FILE: file } = config;
  if (file !== undefined) return async () => keySetSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  if (url === undefined) return () => Promise.resolve({ keys: [] });
  return async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'error' });
    if (!answer.ok) throw new Error(`The key set answered ${answer.status}.`);
    return keySetSchema.parse(await answer.json());
  };
}
