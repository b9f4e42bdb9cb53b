import { type ComponentType, createContext, use } from 'react';
import { RemoteLoadError } from '../remotes/remote-load-error.ts';
import { loadWithCookie } from '../remotes/remote-loading.ts';
import { type TrackedPromise, trackPromise } from '../remotes/tracked-promise.ts';

/** Number of retries; a page chunk that failed is requested again only when it increases. */
export const LoadAttempt = createContext(0);

/** A component in its own chunk that can be loaded before it is shown. */
export type LazyPage<Props extends object = object> = ComponentType<Props> & {
  readonly preload: () => Promise<unknown>;
};

/**
 * Makes a page of a dynamic import. Unlike React's `lazy` it can be preloaded, a preloaded page does not suspend, and a
 * chunk that failed can be requested again without reloading the document.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPage<Props> {
  let loading: TrackedPromise<{ readonly default: ComponentType<Props> }> | undefined;
  let attemptOfLoading = 0;

  const start = (attempt: number) => {
    attemptOfLoading = attempt;
    loading = trackPromise(
      loadWithCookie(load).catch((error: unknown) => {
        throw new RemoteLoadError('The code of a page did not load', { cause: error });
      }),
    );
    return loading;
  };

  function Page(props: Props) {
    const attempt = use(LoadAttempt);
    const hasFailedBefore = loading?.status === 'rejected' && attempt > attemptOfLoading;
    const { default: Loaded } = use(loading === undefined || hasFailedBefore ? start(attempt) : loading);
    return <Loaded {...props} />;
  }

  return Object.assign(Page, {
    preload: () =>
      loading === undefined || loading.status === 'rejected' ? start(attemptOfLoading) : loading,
  });
}
