/** How long a failure stands for the next question, in milliseconds: as long as a page may take from its preload to its drawing. */
const keptMs = 2000;

interface Failure<Result> {
  readonly result: Result;
  /** The id of the person who asked. */
  readonly askedBy: string | undefined;
  readonly at: number;
}

/**
 * What a page's preload asked for in vain. The request cache keeps answers and no failures, so that the page, which is drawn a
 * moment later, would ask a server in trouble a second time.
 */
export class RecentFailures<Result> {
  readonly #byStore = new WeakMap<object, Map<string, Failure<Result>>>();

  /** `store` is anything that belongs to one store alone. */
  keep(store: object, address: string, askedBy: string | undefined, result: Result): void {
    const failures = this.#byStore.get(store) ?? new Map<string, Failure<Result>>();
    this.#byStore.set(store, failures);
    const at = performance.now();
    for (const [known, failure] of failures) if (at - failure.at > keptMs) failures.delete(known);
    failures.set(address, { result, askedBy, at });
  }

  /** The failure of the same question by the same person a moment ago, once. */
  take(store: object, address: string, askedBy: string | undefined): Result | undefined {
    const failures = this.#byStore.get(store);
    const failure = failures?.get(address);
    failures?.delete(address);
    if (!failure || failure.askedBy !== askedBy || performance.now() - failure.at > keptMs) return undefined;
    return failure.result;
  }
}
