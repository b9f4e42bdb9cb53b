/** Choices determined by a seed: the same seed makes the same choices in the same order. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32, which is small and good enough for choosing steps. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** At least 0, below 1. */
    next,
    /** A whole number at least 0, below `limit`. */
    below,
    chance: (probability: number) => next() < probability,
    pick<One>(from: readonly One[]): One {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error('There is nothing to choose from.');
      return one;
    },
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
