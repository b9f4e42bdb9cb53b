import type { SeedProduct } from '../seed-product.ts';
import { earphones } from './earphones.ts';
import { galaxyProducts } from './galaxy-products.ts';
import { laptops } from './laptops.ts';
import { premiumSmartphones } from './premium-smartphones.ts';
import { smartphones } from './smartphones.ts';
import { watches } from './watches.ts';

/** Everything that a new shop opens with. The names of makers and models are facts about goods; the pictures are our own. */
export const seedProducts: readonly SeedProduct[] = [
  ...premiumSmartphones,
  ...galaxyProducts,
  ...smartphones,
  ...laptops,
  ...watches,
  ...earphones,
];
