import { productsPerPage } from '@kinmel/contracts/browser';
import { requestAddress } from '@kinmel/web-kit';
import { filterParameters, type ProductFilters } from '../../filters/product-filters.rules.ts';
import type { Listing } from './listings.content.ts';

/** The request of a listing; parameters have the order of `remote.json`. */
export function listingAddress(listing: Listing, filters: ProductFilters): string {
  const category =
    filters.range.length > 0 && listing.ranges.length > 0 ? filters.range.join(',') : listing.category;
  return requestAddress({
    url: `/api/products?category=${encodeURIComponent(category)}&limit=${productsPerPage}`,
    params: filterParameters(filters),
  });
}
