import { createHmac, randomBytes } from 'node:crypto';
import { wideNetworkOf } from '../limits/network-of.ts';

const dayMs = 24 * 60 * 60_000;

/** A function as `keyedNetwork`, with keys of its own. */
export function createKeyedNetwork(now: () => number = Date.now): (address: string) => string {
  let day: number | undefined;
  let key = randomBytes(32);
  return (address) => {
    const today = Math.floor(now() / dayMs);
    if (today !== day) key = randomBytes(32);
    day = today;
    return createHmac('sha256', key).update(wideNetworkOf(address)).digest('base64url').slice(0, 16);
  };
}

/**
 * The name of a client's network in logs: a keyed hash of it, as an address is personal data. The key is random, one a
 * day and process, and never stored: lines of a day can be grouped, and nobody can compute the address. Lines of several
 * processes are joined by their request id.
 */
export const keyedNetwork = createKeyedNetwork();
