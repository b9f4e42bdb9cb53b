import type { ProductCategory } from '@kinmel/contracts';
import type { ListErrorTexts } from '../../catalog-api.ts';

/** One of the four pages that list a category: what it asks for, and every word that is its own. */
export interface Listing {
  readonly title: string;
  /** "24 phones". */
  readonly nouns: { readonly one: string; readonly many: string };
  /** The category as the page's call spells it. */
  readonly category: string;
  /** Ranges that can be added on top of the page's own, which stands first. */
  readonly ranges: readonly ProductCategory[];
  readonly errorTexts: ListErrorTexts;
  readonly emptyText: string;
  /** First four and the rest, in two rows; the title of the second row. */
  readonly rest?: string;
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
  rest: 'More laptops',
};

export const earphones: Listing = {
  title: 'Earphones',
  nouns: { one: 'pair', many: 'pairs' },
  category: 'earphones',
  ranges: [],
  errorTexts: { failed: 'Failed to load products', unreadable: 'Unexpected data format from server' },
  emptyText: 'No airpods found.',
  rest: 'More earphones',
};
