interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does one piece of work at a time, and everything that arrives meanwhile together in the next one. For work that would
 * collide with itself: a hundred orders for one offer at once are three transactions instead of a hundred that push each other away.
 * `work` answers one result per item, in their order; when it fails, all of its items do.
 */
export function inTurns<Item, Result>(
  mostAtOnce: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const turn = waiting.splice(0, mostAtOnce);
      try {
        const results = await work(turn.map(({ item }) => item));
        for (const [place, { resolve, reject }] of turn.entries()) {
          if (place < results.length) resolve(results[place] as Result);
          else reject(new Error('An item was left without a result.'));
        }
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOff();
    });
}
