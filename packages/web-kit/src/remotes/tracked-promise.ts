/** A promise that carries its outcome, so that React's `use` can read a settled one without suspending. */
export type TrackedPromise<T> = Promise<T> &
  ({ status: 'pending' } | { status: 'fulfilled'; value: T } | { status: 'rejected'; reason: unknown });

/**
 * Marks a promise with its outcome. Without it, the first `use` of a settled promise still suspends, and React shows
 * the fallback of the landing page for about 300 ms.
 */
export function trackPromise<T>(promise: Promise<T>): TrackedPromise<T> {
  const tracked: TrackedPromise<T> = Object.assign(promise, { status: 'pending' as const });
  // The handlers return nothing, to avoid a second, unhandled rejection.
  tracked.then(
    (value) => {
      void Object.assign(tracked, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      void Object.assign(tracked, { status: 'rejected', reason });
    },
  );
  return tracked;
}
