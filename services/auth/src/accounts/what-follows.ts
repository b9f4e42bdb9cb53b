import type { Logger } from '@kinmel/service-kit';

/**
 * Runs the clean-up after a write that is valid without it. A fault is logged, not answered: on an error the caller
 * would retry and find the password changed, the link used or the account deleted.
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
