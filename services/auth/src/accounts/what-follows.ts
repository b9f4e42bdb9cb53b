import type { Logger } from '@kinmel/service-kit';

/**
 * Does what follows a write that holds by itself. A fault in it is logged and not told: who is told that it failed tries again,
 * and finds the old password wrong, the link used or the account gone.
 */
export async function whatFollows(
  { log }: { readonly log: Logger },
  userId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, userId }, 'an account was changed, but not all that follows it is done');
  }
}
