import type { ProductCategory } from '@kinmel/contracts';
import type { ListErrorTexts } from '../../catalog-api.ts';

/** Request and texts of one of the four listings. */
export interface Listing {
  readonly title: string;
  /** For example "24 phones". */
  readonly nouns: { readonly one: string; readonly many: string };
  /** The category in the request. */
  readonly category: string;
  /** Ranges that can be added to the page's own, which is the first. */
  readonly ranges: readonly ProductCategory[];
  readonly errorTexts: ListErrorTexts;
  readonly emptyText: string;
  /** Title of the second row after the first four products; without it there is one list. */
  readonly moreTitle?: string;
}

export const smartphones: Listing = {
  title: 'Smartphones',
  nouns: { one: 'phone', many: 'phones' },
  category: 'smartphone',
  ranges: ['smartphone', 'premiumsmartphones', 'galaxyproducts'],
  errorTexts: {
    failed: 'Failed to fetch smartphones. Please try again.',
    unreadable: 'Unexpected response format',
  },
  emptyText: 'No smartphones found.',
};

export const watches: Listing = {
  title: 'Watches and accessories',
  nouns: { one: 'watch', many: 'watches' },
  category: 'watch',
  ranges: [],
  errorTexts: { failed: 'Failed to fetch watches', unreadable: 'Unexpected response format' },
  emptyText: 'No watches found.',
};

export const laptops: Listing = {
  title: 'Laptops',
  nouns: { one: 'laptop', many: 'laptops' },
  category: 'Laptop',
  ranges: [],
  errorTexts: { failed: 'Failed to fetch Laptops', unreadable: 'Unexpected data format from server' },
  emptyText: 'No laptops found.',
  moreTitle: 'More laptops',
};

export const earphones: Listing = {
  title: 'Earphones',
  nouns: { one: 'pair', many: 'pairs' },
  category: 'earphones',
  ranges: [],
  errorTexts: { failed: 'Failed to load products', unreadable: 'Unexpected data format from server' },
  emptyText: 'No airpods found.',
  moreTitle: 'More earphones',
};
