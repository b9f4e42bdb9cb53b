import { NotNowError } from './render-errors.ts';
import type { VersionNames } from './server-files.ts';
import { type SetParts, VersionSet } from './version-set.ts';

/** What the process takes besides its workers. */
const ownMegabytes = 128;

/** How many sets fit into the memory of the process when each worker fills its heap. */
export const setsThatFit = (limits: {
  readonly processMegabytes: number;
  readonly megabytes: number;
}): number => Math.max(1, Math.floor((limits.processMegabytes - ownMegabytes) / limits.megabytes));

/** How many of the last pages say which sets are common. */
const lastPages = 64;

const keyOf = ({ shell, remotes }: VersionNames) =>
  JSON.stringify([shell, Object.entries(remotes).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/**
 * The sets that are loaded, as many as the memory has room for. Where more are asked for the common ones stay: loading a
 * set takes longer than a page waits, so that sets that replace each other would draw nothing. Code is never exchanged within a set.
 */
export class VersionSets {
  readonly #sets = new Map<string, VersionSet>();
  /** The set of each of the last pages. */
  readonly #asked: string[] = [];
  readonly #ending = new Set<Promise<void>>();
  readonly #parts: SetParts;

  constructor(parts: SetParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#sets.size;
  }

  /**
   * The set of these versions for a page. Without room it takes the place of the rarest one when it is asked for more than twice as often.
   * @throws NotNowError when it is not
   */
  of(versions: VersionNames): VersionSet {
    const key = keyOf(versions);
    this.#asked.push(key);
    if (this.#asked.length > lastPages) this.#asked.shift();
    const isFull = !this.#sets.has(key) && this.#sets.size >= setsThatFit(this.#parts.limits);
    if (isFull && this.#timesAsked(key) <= 2 * this.#timesAsked(this.#rarest()))
      throw new NotNowError('other sets of versions are asked for as often, and there is no room for more');
    return this.#load(key, versions);
  }

  /** The set of versions that have come into force: it gets room whatever was asked for before. */
  inForce(versions: VersionNames): VersionSet {
    return this.#load(keyOf(versions), versions);
  }

  async stop(): Promise<void> {
    for (const key of this.#sets.keys()) this.#retire(key);
    await Promise.all(this.#ending);
  }

  #load(key: string, versions: VersionNames): VersionSet {
    const known = this.#sets.get(key);
    if (!known && this.#sets.size >= setsThatFit(this.#parts.limits)) this.#retire(this.#rarest());
    const set = known ?? new VersionSet(versions, this.#parts);
    // Last in their order: of two that are as rare, the one that was not asked for the longer gives way.
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  #timesAsked(key: string): number {
    return this.#asked.filter((one) => one === key).length;
  }

  #rarest(): string {
    const [rarest = ''] = [...this.#sets.keys()].toSorted(
      (one, other) => this.#timesAsked(one) - this.#timesAsked(other),
    );
    return rarest;
  }

  /** The set ends after its last rendering. */
  #retire(key: string): void {
    const set = this.#sets.get(key);
    if (!set) return;
    this.#sets.delete(key);
    const ending = set.retire().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
