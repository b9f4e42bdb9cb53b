import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { changed, type ProductFilters, readFilters, writeFilters } from './product-filters.rules.ts';

/** The filters of the page's address and how to change them; each change is a step of the browser's history. */
export function useFilters(): {
  filters: ProductFilters;
  change: (change: Partial<ProductFilters>) => void;
  /** The address of the same page with a change, for links. */
  addressWith: (change: Partial<ProductFilters>) => string;
} {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  // The router changes the address in a transition; a tick must be seen at once, not after the list was drawn.
  const [filters, showAtOnce] = useOptimistic(readFilters(address));
  const addressWith = (change: Partial<ProductFilters>) => {
    const query = writeFilters(address, changed(filters, change)).toString();
    return query === '' ? pathname : `${pathname}?${query}`;
  };
  return {
    filters,
    change: (change) =>
      startTransition(() => {
        showAtOnce(changed(filters, change));
        // The state holds what was searched; a filter must not lose it.
        void navigate(addressWith(change), { state: state as unknown, preventScrollReset: true });
      }),
    addressWith,
  };
}
