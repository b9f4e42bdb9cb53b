import { adminApi, type ListRequest } from '../../admin-api.ts';
import { useIsVisible } from './use-is-visible.ts';

/** How often a list that stands open asks whether something is new (decision 41). */
export const newRecordsEveryMs = 15_000;

/** `address` is where its new records are counted, `params` its filter and search. */
interface ShownList extends ListRequest {
  /** Nothing is new to a list that is not there yet. */
  readonly isLoaded: boolean;
  /** When the newest record of the list came; undefined while it is not on the page. */
  readonly newest: string | undefined;
}

/**
 * How many records the list does not show yet. A hidden tab asks nothing, and asks at once when it is seen again. `restart` is
 * for a list that does not show its newest one: it counts from now on.
 */
export function useNewRecords({ address, params, isLoaded, newest }: ShownList): {
  readonly count: number;
  readonly restart: () => void;
} {
  const isVisible = useIsVisible();
  const hasStart = isLoaded && newest === undefined;
  const start = adminApi.useCountNewRecordsQuery({ address, params }, { skip: !hasStart });
  const since = newest ?? start.currentData?.since;
  const { currentData } = adminApi.useCountNewRecordsQuery(
    { address, params: { ...params, since } },
    { skip: !isLoaded || since === undefined || !isVisible, pollingInterval: newRecordsEveryMs },
  );
  return {
    count: since === undefined ? 0 : (currentData?.count ?? 0),
    restart: () => {
      if (hasStart) void start.refetch();
    },
  };
}

/** The newest moment of some rows, ISO texts of one form. */
export const newestOf = (rows: readonly { readonly createdAt?: string | undefined }[]): string | undefined =>
  rows.reduce<string | undefined>(
    (newest, { createdAt }) => (newest === undefined || (createdAt ?? '') > newest ? createdAt : newest),
    undefined,
  );
