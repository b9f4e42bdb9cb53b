import { useEffect } from 'react';
import type { ListAddress } from './use-list-state.ts';

/**
 * Leads to the last page from one that the list does not have: its rows were deleted, or an old address names it. There would be
 * neither rows nor a way back.
 * @param totalPages of the very page that was asked for; undefined while it is on its way
 */
export function useLastPage(
  page: number,
  totalPages: number | undefined,
  change: ListAddress['change'],
): void {
  const last = totalPages === undefined ? page : Math.max(totalPages, 1);
  useEffect(() => {
    if (page > last) change({ page: last }, { replace: true });
  }, [page, last, change]);
}
