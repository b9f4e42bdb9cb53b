import { Button } from '@kinmel/ui';
import { adminApi, type ListRequest } from '../../admin-api.ts';
import { useIsVisible } from '../../frame/use-is-visible.ts';
import classes from '../list-box.module.css';

/** Polling interval for new records (decision 64). */
export const newRecordsEveryMs = 15_000;

/** `address` counts new records; `params` are filter and search. */
interface PolledList extends ListRequest {
  readonly isLoaded: boolean;
  /** Creation time of the newest record; undefined when it is not on the page. */
  readonly newest: string | undefined;
}

/**
 * Counts records that the list does not show yet. A hidden tab does not poll, and polls at once when it becomes visible.
 * `restart` resets the start time of a list that does not show its newest record.
 */
export function useNewRecords({ address, params, isLoaded, newest }: PolledList) {
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

/** The latest of ISO times. */
export const newestOf = (rows: readonly { readonly createdAt?: string | undefined }[]): string | undefined =>
  rows.reduce<string | undefined>(
    (newest, { createdAt }) => (newest === undefined || (createdAt ?? '') > newest ? createdAt : newest),
    undefined,
  );

interface NewRecordsProps {
  count: number;
  /** Refreshes the list. Until then no row moves. */
  onShow: () => void;
}

/** "3 new" above a list. The line keeps its height, so that rows do not move. */
export function NewRecords({ count, onShow }: NewRecordsProps) {
  return (
    <div className={`row ${classes.newRecords}`}>
      <output>{count > 0 ? `${count} new` : null}</output>
      {count > 0 ? (
        <Button look="ghost" size="small" onClick={onShow}>
          Show
        </Button>
      ) : null}
    </div>
  );
}
