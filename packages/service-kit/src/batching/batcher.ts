import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does one piece of work at a time, and everything that arrives meanwhile together in the next one. For work whose price
 * is in the call and not in what it is about, and for work that would collide with itself: eight orders at once are two
 * writes instead of eight, a hundred orders for one offer three transactions instead of a hundred that push each other
 * away. Who comes alone waits for nobody.
 * `work` answers one result per item, in their order; when it fails, all of its items do.
 */
export function createBatcher<Item, Result>(
  mostAtOnce: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    // Who left an earlier batch together arrives here within one turn of the event loop, and goes on together.
    await nextTurn();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (index < results.length) resolve(results[index] as Result);
          else reject(new Error('An item was left without a result.'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
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

/**
 * Looks keys up, each once for all who ask for it at the same moment, at most `mostAtOnce` askings in one call. What `lookUp` has
 * no entry for is undefined.
 */
export function createLookUpBatcher<Key, Value>(
  mostAtOnce: number,
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  return createBatcher(mostAtOnce, async (keys: readonly Key[]) => {
    const known = await lookUp([...new Set(keys)]);
    return keys.map((key) => known.get(key));
  });
}

/**
 * Works of several steps, `mostAtOnce` at a time: what arrives while others are under way begins when the last of them has
 * ended, together with all who wait by then. Steps that go through a `createBatcher` are so shared by all works of a batch, however
 * many steps there are. A batch lasts as long as its slowest, so that each step needs a limit of its own.
 */
export function createTaskBatcher(
  mostAtOnce: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const enter = createBatcher(mostAtOnce, async (tasks: readonly Task[]) => {
    await Promise.allSettled(tasks.map(({ begin }) => begin()));
    return tasks;
  });
  return (work) =>
    new Promise((resolve, reject) => {
      async function begin(): Promise<void> {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      }
      enter({ begin }).catch(reject);
    });
}

interface Task {
  /** Never rejects: whoever asked for the work is told. */
  readonly begin: () => Promise<void>;
}
