import type { BulkOutcome } from '@kinmel/contracts';
import type { Logger } from '../log/logger.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Changes many things one after the other, each by a write of its own: one that is refused stops none of the others. What is unexpected goes
 * to the log; its caller is told only that it failed.
 */
export async function bulkOutcomes<Item extends { readonly id: string }>(
  items: readonly Item[],
  change: (item: Item) => Promise<unknown>,
  log: Logger,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const item of items) {
    const { id } = item;
    try {
      await change(item);
      outcomes.push({ id, problem: null });
    } catch (error) {
      if (!(error instanceof ProblemError)) log.error({ err: error }, 'a bulk update failed in part');
      const { code, message } =
        error instanceof ProblemError
          ? error
          : { code: 'unexpected-error', message: 'Something went wrong. Please try again.' };
      outcomes.push({ id, problem: { code, message } });
    }
  }
  return outcomes;
}
