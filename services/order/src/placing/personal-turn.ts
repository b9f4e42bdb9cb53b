import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@kinmel/service-kit';
import type { PlacingContext } from './placing-context.ts';

/** No header can contain it, so it is never an idempotency key. */
export const turnKey = '\nopen orders';
const turnPollMs = 50;

/**
 * A lease that one order of a person holds at a time, across instances (ORD-L6). After a crash it expires like the claim of a key.
 */
export function personalTurn(
  { keyClaims }: Pick<PlacingContext, 'keyClaims'>,
  userId: string,
  orderId: string,
  log: Logger,
) {
  let isTaken = false;
  return {
    /** Resolves when no other order has the turn. Rejects after the time limit. */
    async take(limit: AbortSignal): Promise<void> {
      while (!(await keyClaims.claim(userId, turnKey, orderId))) {
        limit.throwIfAborted();
        await pause(turnPollMs);
      }
      isTaken = true;
    },
    /** Never rejects: the lease expires. */
    async release(): Promise<void> {
      if (!isTaken) return;
      isTaken = false;
      await keyClaims.release(userId, turnKey, orderId).catch((reason: unknown) => {
        log.warn({ err: reason }, 'the turn of an order could not be released; it expires');
      });
    },
  };
}
