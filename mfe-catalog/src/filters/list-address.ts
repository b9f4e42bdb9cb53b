import type { ProductCategory } from '@kinmel/contracts';
import { productsPerPage } from '@kinmel/contracts/browser';
import { requestAddress } from '@kinmel/web-kit';
import { filterParameters, type ProductFilters } from './product-filters.rules.ts';

// The parameters have the order of `remote.json`.

/** The request of a listing: its category, or the chosen ones of its ranges. */
export function listingAddress(
  listing: { readonly category: string; readonly ranges: readonly ProductCategory[] },
  filters: ProductFilters,
): string {
  const isChosen = filters.range.length > 0 && listing.ranges.length > 0;
  const category = isChosen ? filters.range.join(',') : listing.category;
  return requestAddress({
    url: `/api/products?category=${encodeURIComponent(category)}&limit=${productsPerPage}`,
    params: filterParameters(filters),
  });
}

/** The request of a search. */
export const searchAddress = (query: string, filters: ProductFilters): string =>
  requestAddress({
    url: `/api/products?search=${encodeURIComponent(query)}&limit=${productsPerPage}`,
    params: { category: filters.range.join(',') || undefined, ...filterParameters(filters) },
  });
