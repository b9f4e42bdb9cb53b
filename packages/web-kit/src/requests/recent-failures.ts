/** How long a failure is reused, in milliseconds: the time between the preload of a page and its first render. */
const maxAgeMs = 2000;

interface Failure<Result> {
  readonly result: Result;
  /** The id of the user who sent the request. */
  readonly userId: string | undefined;
  readonly failedAt: number;
}

/**
 * Failures of a page's preload. The request cache stores no failures, so the page, rendered a moment later, would send a
 * second request to a failing server.
 */
export class RecentFailures<Result> {
  readonly #byStore = new WeakMap<object, Map<string, Failure<Result>>>();

  /** `store` is a key that is unique to one store. */
  keep(store: object, address: string, userId: string | undefined, result: Result): void {
    const failures = this.#byStore.get(store) ?? new Map<string, Failure<Result>>();
    this.#byStore.set(store, failures);
    const failedAt = performance.now();
    for (const [failedAddress, failure] of failures)
      if (failedAt - failure.failedAt > maxAgeMs) failures.delete(failedAddress);
    failures.set(address, { result, userId, failedAt });
  }

  /** The recent failure of the same request by the same user, once. */
  take(store: object, address: string, userId: string | undefined): Result | undefined {
    const failures = this.#byStore.get(store);
    const failure = failures?.get(address);
    failures?.delete(address);
    if (!failure || failure.userId !== userId || performance.now() - failure.failedAt > maxAgeMs)
      return undefined;
    return failure.result;
  }
}
