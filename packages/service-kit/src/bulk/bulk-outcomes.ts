import type { BulkOutcome } from '@kinmel/contracts';
import { ProblemError } from '../http/problem-error.ts';
import type { Logger } from '../observability/logger.ts';

/** Another instance has claimed the job. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}

/**
 * The reason why a change was refused; null after success. The text of an unexpected error is logged but not returned.
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
 * Changes many records sequentially during a request; a refused change does not stop the others. Slow changes are a job
 * instead (`runBulkJobs`).
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
