import { SetRefusedError } from './render-errors.ts';
import { areReceived, hasAllFiles, receiveFiles, type VersionNames } from './server-files.ts';
import { type SetParts, VersionSet } from './version-set.ts';

/** Memory of the process besides its workers. */
const baseMegabytes = 128;

/** Number of sets that fit into memory when each worker uses its whole heap. */
export const setsThatFit = (limits: {
  readonly processMegabytes: number;
  readonly megabytes: number;
}): number => Math.max(1, Math.floor((limits.processMegabytes - baseMegabytes) / limits.megabytes));

/** How long a set is rendered without the remotes whose files a gateway could not send. Milliseconds. */
const incompleteRetryMs = 30_000;

/** Number of recent pages by which the frequency of a set is measured. */
const recentPages = 64;

const sortedEntries = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));

const keyOf = ({ shell, remotes, hashes }: VersionNames) =>
  JSON.stringify([shell, sortedEntries(remotes), sortedEntries(hashes)]);

/**
 * The loaded sets, as many as memory allows. Above the limit the most frequent ones stay: loading a set takes longer
 * than a page waits, so evicting each other would render nothing. Code is never replaced within a set.
 */
export class VersionSets {
  readonly #sets = new Map<string, VersionSet>();
  /** The set of each recent page. */
  readonly #recentKeys: string[] = [];
  readonly #retiring = new Set<Promise<void>>();
  /** Sets whose files are in the folders, which pages do not read again. */
  readonly #readable = new Set<string>();
  /** Sets that a gateway could not send whole, and the time when it is asked again. */
  readonly #incomplete = new Map<string, number>();
  readonly #parts: SetParts;

  constructor(parts: SetParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#sets.size;
  }

  /**
   * The set of these versions for a page. When memory is full, the rarest set is evicted if this one is more than twice
   * as frequent.
   * @throws SetRefusedError otherwise
   */
  forPage(versions: VersionNames): VersionSet {
    const key = keyOf(versions);
    this.#recentKeys.push(key);
    if (this.#recentKeys.length > recentPages) this.#recentKeys.shift();
    const isFull = !this.#sets.has(key) && this.#sets.size >= setsThatFit(this.#parts.limits);
    if (isFull && this.#timesRecent(key) <= 2 * this.#timesRecent(this.#rarest()))
      throw new SetRefusedError('other sets of versions are requested as often, and memory is full');
    return this.#load(key, versions);
  }

  /**
   * Whether a set can be loaded whole: with the files of the folders, and those that the gateway sent. After a gateway
   * has sent what it has, a set is loaded without the missing remotes.
   */
  async canLoad(versions: VersionNames, sentFiles?: Readonly<Record<string, string>>): Promise<boolean> {
    const { files } = this.#parts;
    const key = keyOf(versions);
    if (sentFiles) receiveFiles(files, versions, sentFiles);
    const hasReceived = areReceived(files, versions);
    if (sentFiles && !hasReceived) this.#incomplete.set(key, Date.now() + incompleteRetryMs);
    // A set that was loaded without a remote is loaded anew.
    if (sentFiles && hasReceived && this.#incomplete.delete(key)) this.#retire(key);
    if (hasReceived || this.#readable.has(key) || Date.now() < (this.#incomplete.get(key) ?? 0)) return true;
    if (!(await hasAllFiles(files, versions))) return false;
    this.#readable.add(key);
    return true;
  }

  /** Loads the active set, regardless of its frequency. */
  loadActive(versions: VersionNames): VersionSet {
    return this.#load(keyOf(versions), versions);
  }

  async stop(): Promise<void> {
    for (const key of this.#sets.keys()) this.#retire(key);
    await Promise.all(this.#retiring);
  }

  #load(key: string, versions: VersionNames): VersionSet {
    const existingSet = this.#sets.get(key);
    if (!existingSet && this.#sets.size >= setsThatFit(this.#parts.limits)) this.#retire(this.#rarest());
    const set = existingSet ?? new VersionSet(versions, this.#parts);
    // Moves it to the end: of two equally rare sets the least recently used one is evicted.
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  #timesRecent(key: string): number {
    return this.#recentKeys.filter((recentKey) => recentKey === key).length;
  }

  #rarest(): string {
    const [rarest = ''] = [...this.#sets.keys()].toSorted(
      (one, other) => this.#timesRecent(one) - this.#timesRecent(other),
    );
    return rarest;
  }

  #retire(key: string): void {
    const set = this.#sets.get(key);
    if (!set) return;
    this.#sets.delete(key);
    this.#readable.delete(key);
    this.#incomplete.delete(key);
    const ending = set.retire().finally(() => this.#retiring.delete(ending));
    this.#retiring.add(ending);
  }
}
