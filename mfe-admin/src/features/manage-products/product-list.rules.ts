import type { ListState } from '../../lists/address/list-state.rules.ts';
import type { StockBounds } from '../../products/products-api.ts';

export const adminProductsPerPage = 8;

/** Sort orders by their value in the address; the first is the default. */
export const sortOrders = {
  newest: { label: 'Newest first', sort: undefined },
  'price-up': { label: 'Price, low to high', sort: 'price_asc' },
  'price-down': { label: 'Price, high to low', sort: 'price_desc' },
  name: { label: 'Name', sort: 'name_asc' },
  saving: { label: 'Biggest saving', sort: 'discount_desc' },
} as const;

export type SortOrder = keyof typeof sortOrders;

export const stockFilters = {
  all: 'All stock',
  low: 'Low stock',
  'sold-out': 'Sold out',
} as const;

/** Choices for the largest stock that counts as low. */
export const thresholds = ['1', '3', '5', '10', '20', '50'] as const;
/** The same limit as in the shop ("Only 5 left"). */
export const defaultThreshold = '5';

/** Undefined without a stock filter. */
export function stockBoundsOf({ stock, low }: ListState['filters']): StockBounds | undefined {
  if (stock === 'sold-out') return { maxStock: 0 };
  return stock === 'low' ? { minStock: 1, maxStock: Number(low) } : undefined;
}

export function listQueryOf({ search, filters }: ListState) {
  return {
    search: search === '' ? undefined : search,
    category: filters.category === 'all' ? undefined : filters.category,
    sort: sortOrders[filters.order as SortOrder].sort,
  };
}

export function stockState(
  { stock, isAvailable, inStock }: { stock?: number; isAvailable?: boolean; inStock: boolean },
  threshold: number,
): { text: string; tone: 'ok' | 'warn' | 'bad' | 'mute' } {
  if (stock === undefined || isAvailable === undefined)
    return inStock ? { text: 'In stock', tone: 'ok' } : { text: 'Out of stock', tone: 'bad' };
  if (!isAvailable) return { text: 'Switched off', tone: 'mute' };
  if (stock === 0) return { text: 'Sold out', tone: 'bad' };
  return stock <= threshold ? { text: 'Low stock', tone: 'warn' } : { text: 'In stock', tone: 'ok' };
}
