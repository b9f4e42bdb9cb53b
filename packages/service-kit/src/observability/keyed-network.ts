import { createHmac, randomBytes } from 'node:crypto';
import { wideNetworkOf } from '../limits/network-of.ts';

const dayMs = 24 * 60 * 60_000;

/** Creates a function like `keyedNetwork` with separate keys. */
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
 * A keyed hash of a client's network for logs, because an address is personal data. Each process makes a random key each
 * day and never stores it: lines of one day can be grouped, but the address cannot be computed. Lines of several processes
 * are joined by their request id.
 */
export const keyedNetwork = createKeyedNetwork();
