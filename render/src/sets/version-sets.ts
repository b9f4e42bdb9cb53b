import type { VersionNames } from './server-files.ts';
import { type SetParts, VersionSet } from './version-set.ts';

/** A canary has two; the third is of the revision that has just ended. */
const mostSets = 3;

const keyOf = ({ shell, remotes }: VersionNames) =>
  JSON.stringify([shell, Object.entries(remotes).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/** The sets in force, in the order in which they were last asked for. Code is never exchanged within a set. */
export class VersionSets {
  readonly #sets = new Map<string, VersionSet>();
  readonly #ending = new Set<Promise<void>>();
  readonly #parts: SetParts;

  constructor(parts: SetParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#sets.size;
  }

  /** The set of these versions; the one that was not asked for the longest makes room, and ends after its last rendering. */
  of(versions: VersionNames): VersionSet {
    const key = keyOf(versions);
    const set = this.#sets.get(key) ?? new VersionSet(versions, this.#parts);
    this.#sets.delete(key);
    this.#sets.set(key, set);
    for (const [oldest, old] of this.#sets) {
      if (this.#sets.size <= mostSets) break;
      this.#sets.delete(oldest);
      this.#retire(old);
    }
    return set;
  }

  async stop(): Promise<void> {
    for (const set of this.#sets.values()) this.#retire(set);
    this.#sets.clear();
    await Promise.all(this.#ending);
  }

  #retire(set: VersionSet): void {
    const ending = set.retire().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
