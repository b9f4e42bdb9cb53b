import type { RequestKind } from '@kinmel/contracts';
import { useIsVisible } from '../lists/use-is-visible.ts';
import { requestsApi } from './requests-api.ts';

/** How often a list that stands open asks whether something is new (decision 41). */
export const newRequestsEveryMs = 15_000;

interface ShownList {
  readonly kind: RequestKind;
  /** Nothing is new to a list that is not there yet. */
  readonly isLoaded: boolean;
  /** When the newest request of the list came; undefined while it is not on the page. */
  readonly newest: string | undefined;
  readonly status: string;
  readonly search: string;
}

/**
 * How many requests the list does not show yet. A hidden tab asks nothing, and asks at once when it is seen again. `restart` is
 * for a list that does not show its newest one: it counts from now on.
 */
export function useNewRequests({ kind, isLoaded, newest, status, search }: ShownList): {
  readonly count: number;
  readonly restart: () => void;
} {
  const isVisible = useIsVisible();
  const list = { kind, status, search };
  const hasStart = isLoaded && newest === undefined;
  const start = requestsApi.useCountNewRequestsQuery(list, { skip: !hasStart });
  const since = newest ?? start.currentData?.since;
  const { currentData } = requestsApi.useCountNewRequestsQuery(
    { ...list, since },
    { skip: !isLoaded || since === undefined || !isVisible, pollingInterval: newRequestsEveryMs },
  );
  return {
    count: since === undefined ? 0 : (currentData?.count ?? 0),
    restart: () => {
      if (hasStart) void start.refetch();
    },
  };
}

/** The newest moment of some rows, ISO texts of one form. */
export const newestOf = (rows: readonly { readonly createdAt: string }[]): string | undefined =>
  rows.reduce<string | undefined>(
    (newest, { createdAt }) => (newest === undefined || createdAt > newest ? createdAt : newest),
    undefined,
  );
