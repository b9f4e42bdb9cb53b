import { productsPerPage } from '@kinmel/contracts/browser';
import { requestAddress } from '@kinmel/web-kit';
import { filterParameters, type ProductFilters } from '../../filters/product-filters.rules.ts';

/** The request of a search; parameters have the order of `remote.json`. */
export function searchAddress(query: string, filters: ProductFilters): string {
  return requestAddress({
    url: `/api/products?search=${encodeURIComponent(query)}&limit=${productsPerPage}`,
    params: { category: filters.range.join(',') || undefined, ...filterParameters(filters) },
  });
}
