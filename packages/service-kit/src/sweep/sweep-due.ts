/** A kind of scheduled work: how due items are found, claimed and done. */
export interface Swept<Id, Claimed> {
  /**
   * Due and unclaimed items: those never tried first, then those tried longest ago. One query in the order of an index.
   */
  readonly due: (limit: number) => Promise<readonly Id[]>;
  /**
   * Claims an item by a conditional write in database time: one caller gets the item, others undefined until the claim
   * expires.
   * See `isUnclaimed` and `claimFor`.
   */
  readonly claim: (id: Id) => Promise<Claimed | undefined>;
  /**
   * Must be idempotent, because it may run again after the claim has expired. Also resolves when the item is left for
   * later; rejects on a failure.
   */
  readonly work: (item: Claimed) => Promise<unknown>;
  readonly onFailure: (error: unknown, item: Claimed) => void;
}

export interface SweepDueOptions {
  /** When aborted, no further item is started, and work in progress is finished. */
  readonly stopping?: AbortSignal | undefined;
  /** Items in progress at a time. */
  readonly concurrency?: number;
}

const idsPerQuery = 100;
/** The dependency is probably unavailable. The next run begins with other items. */
const maxConsecutiveFailures = 20;

/**
 * Processes all due items. Several instances may run it concurrently: each item is claimed by one, and after a crash by
 * another when the claim has expired. Ends early after 20 failures in a row.
 */
export async function sweepDue<Id, Claimed>(
  { due, claim, work, onFailure }: Swept<Id, Claimed>,
  { stopping, concurrency = 8 }: SweepDueOptions = {},
): Promise<void> {
  let waiting: Id[] = [];
  let isOver = false;
  let hasClaimed = true;
  let reading: Promise<void> | undefined;
  let failuresInARow = 0;

  async function readDue(): Promise<void> {
    // All found items were claimed by other instances, which process the rest.
    waiting = hasClaimed ? [...(await due(idsPerQuery))] : [];
    hasClaimed = false;
    isOver ||= waiting.length === 0;
  }

  async function claimNext(): Promise<Claimed | undefined> {
    while (!isOver && !stopping?.aborted) {
      const id = waiting.shift();
      if (id === undefined) {
        reading ??= readDue().finally(() => {
          reading = undefined;
        });
        await reading;
        continue;
      }
      const item = await claim(id);
      if (item === undefined) continue;
      hasClaimed = true;
      return item;
    }
    return undefined;
  }

  async function worker(): Promise<void> {
    for (let item = await claimNext(); item !== undefined; item = await claimNext()) {
      try {
        await work(item);
        failuresInARow = 0;
      } catch (error) {
        onFailure(error, item);
        failuresInARow += 1;
        isOver ||= failuresInARow >= maxConsecutiveFailures;
      }
    }
  }

  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** A filter for items without a claim or with an expired one. `field` is the end of the claim and may be missing. */
export const isUnclaimed = (field: string) => ({ $expr: { $lte: [`$${field}`, '$$NOW'] } });

/** An update that claims an item. Items that could not be done are due again afterwards. */
export const claimFor = (field: string, claimMs: number) => [
  { $set: { [field]: { $add: ['$$NOW', claimMs] } } },
];
