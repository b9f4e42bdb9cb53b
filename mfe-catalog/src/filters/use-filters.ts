import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ProductFilters, readFilters, withChange, writeFilters } from './product-filters.rules.ts';

/** The filters in the page's URL; each change is a history entry. */
export function useFilters() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  // The router updates the URL in a transition; a checkbox must change at once, not after the list was rendered.
  const [filters, setOptimisticFilters] = useOptimistic(readFilters(address));
  const addressWith = (change: Partial<ProductFilters>) => {
    const query = writeFilters(address, withChange(filters, change)).toString();
    return query === '' ? pathname : `${pathname}?${query}`;
  };
  return {
    filters,
    change: (change: Partial<ProductFilters>) =>
      startTransition(() => {
        setOptimisticFilters(withChange(filters, change));
        // The navigation state holds the search text, which must survive a filter change.
        void navigate(addressWith(change), { state: state as unknown, preventScrollReset: true });
      }),
    /** The URL of the same page with a change, for links. */
    addressWith,
  };
}
