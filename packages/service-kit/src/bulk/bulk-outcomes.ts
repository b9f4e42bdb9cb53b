import type { BulkOutcome } from '@kinmel/contracts';
import { ProblemError } from '../http/problem-error.ts';
import type { Logger } from '../observability/logger.ts';

/** Another instance works on the job now: what was begun under the claim of before changes nothing. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}

/**
 * Why one change of several was refused, or null when it is done. What is unexpected goes to the log; its caller is told only that it
 * failed.
 */
export async function outcomeOf(
  change: () => Promise<unknown>,
  log: Logger,
): Promise<BulkOutcome['problem']> {
  try {
    await change();
    return null;
  } catch (error) {
    if (error instanceof LostClaimError) throw error;
    if (error instanceof ProblemError) return { code: error.code, message: error.message };
    log.error({ err: error }, 'a bulk update failed in part');
    return { code: 'unexpected-error', message: 'Something went wrong. Please try again.' };
  }
}

/**
 * Changes many things one after the other while their caller waits, each by a write of its own: one that is refused stops none of the
 * others. Changes that wait for somebody else are a job (`runBulkJobs`).
 */
export async function bulkOutcomes<Item extends { readonly id: string }>(
  items: readonly Item[],
  change: (item: Item) => Promise<unknown>,
  log: Logger,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const item of items) {
    outcomes.push({ id: item.id, problem: await outcomeOf(() => change(item), log) });
  }
  return outcomes;
}
