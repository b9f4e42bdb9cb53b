/** A kind of thing that has to be done some time: how it is found, claimed and done. */
export interface Swept<Id, Claimed> {
  /**
   * What is due and not claimed: what was never tried first, then what was tried longest ago. One query that an index answers in
   * this order.
   */
  readonly due: (limit: number) => Promise<readonly Id[]>;
  /**
   * One conditional write with a time of the database's clock: of all callers one gets the thing as it is now, the others undefined,
   * until the claim runs out. `isUnclaimed` and `claimFor` write it.
   */
  readonly claim: (id: Id) => Promise<Claimed | undefined>;
  /**
   * Does it. May be called again for the same thing after its claim ran out, so doing it twice must be the same as once. Resolves also
   * when the thing is left for later for a reason of its own; rejects when something went wrong.
   */
  readonly work: (thing: Claimed) => Promise<unknown>;
  readonly onFailure: (error: unknown, thing: Claimed) => void;
}

export interface SweepDueOptions {
  /** Nothing more is begun after it; what is under way is finished. */
  readonly stopping?: AbortSignal | undefined;
  /** So many are done side by side. */
  readonly concurrency?: number;
}

const idsPerQuery = 100;
/** Whatever is asked seems to be away then. The next round begins with others: these were tried last. */
const failuresThatEndARound = 20;

/**
 * Works off all that is due now, however much that is. Any number of instances may do so at the same moment: a claim gives each thing to one of
 * them, and what a crashed one had claimed is taken by another when the claim has run out. Ends early after 20 failures in a row.
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

  async function read(): Promise<void> {
    // All that was found last time belonged to others: they do the rest.
    waiting = hasClaimed ? [...(await due(idsPerQuery))] : [];
    hasClaimed = false;
    isOver ||= waiting.length === 0;
  }

  async function next(): Promise<Claimed | undefined> {
    while (!isOver && !stopping?.aborted) {
      const id = waiting.shift();
      if (id === undefined) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
        continue;
      }
      const thing = await claim(id);
      if (thing === undefined) continue;
      hasClaimed = true;
      return thing;
    }
    return undefined;
  }

  async function worker(): Promise<void> {
    for (let thing = await next(); thing !== undefined; thing = await next()) {
      try {
        await work(thing);
        failuresInARow = 0;
      } catch (error) {
        onFailure(error, thing);
        failuresInARow += 1;
        isOver ||= failuresInARow >= failuresThatEndARound;
      }
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

/** In a filter: the thing is not claimed, or the claim ran out. `field` holds until when it is claimed; it may be absent. */
export const isUnclaimed = (field: string) => ({ $expr: { $lte: [`$${field}`, '$$NOW'] } });

/** As an update: claims the thing for so long. What could not be done is due again afterwards. */
export const claimFor = (field: string, claimMs: number) => [
  { $set: { [field]: { $add: ['$$NOW', claimMs] } } },
];
