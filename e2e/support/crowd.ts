import { type StackPart, whileDown } from './stack/stack-control.ts';

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** A seeded random number generator (mulberry32), so that every run is the same. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Task = () => Promise<void>;

/** Several clients, each taking the next task when it finishes one. */
export const clients =
  (count: number) =>
  async (tasks: readonly Task[]): Promise<void> => {
    const remaining = [...tasks];
    const client = async () => {
      for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) await next();
    };
    await Promise.all(Array.from({ length: count }, client));
  };

/** Adds steps that kill and restart these parts, spread evenly over the tasks. */
export function withOutages(tasks: readonly Task[], parts: readonly StackPart[]): readonly Task[] {
  const interval = Math.ceil(tasks.length / (parts.length + 1));
  return tasks.flatMap((task, index) => {
    const part = index % interval === interval - 1 ? parts[Math.floor(index / interval)] : undefined;
    return part === undefined ? [task] : [() => whileDown(part, async () => undefined), task];
  });
}
