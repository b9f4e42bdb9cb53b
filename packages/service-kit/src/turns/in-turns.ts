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
export function inTurns<Item, Result>(
  mostAtOnce: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    // Who left an earlier turn together arrives here within one turn of the event loop, and goes on together.
    await nextTurn();
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

/**
 * Looks keys up, each once for all who ask for it at the same moment, at most `mostAtOnce` askings in one call. What `lookUp` has
 * no entry for is undefined.
 */
export function lookUpInTurns<Key, Value>(
  mostAtOnce: number,
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  return inTurns(mostAtOnce, async (keys: readonly Key[]) => {
    const known = await lookUp([...new Set(keys)]);
    return keys.map((key) => known.get(key));
  });
}

/**
 * Works of several steps, `mostAtOnce` at a time: what arrives while others are under way begins when the last of them has
 * ended, together with all who wait by then. Steps that are done `inTurns` are so shared by everybody of a round, however
 * many steps there are. A round lasts as long as its slowest, so that each step needs a limit of its own.
 */
export function inRounds(mostAtOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const enter = inTurns(mostAtOnce, async (rounds: readonly Round[]) => {
    await Promise.allSettled(rounds.map(({ begin }) => begin()));
    return rounds;
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

interface Round {
  /** Never rejects: whoever asked for the work is told. */
  readonly begin: () => Promise<void>;
}
