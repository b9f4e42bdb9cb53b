import type { ProductCategory, ProductSpecs } from '@kinmel/contracts';

/** A picture of a sample product: a file of `seed/pictures` and its text alternative. */
export interface SeedPicture {
  file: string;
  alt: string;
}

/** One product that a new shop opens with. Its slug is its name for good: seeding again finds the product by it. */
export interface SeedProduct {
  slug: string;
  name: string;
  brand: string;
  category: ProductCategory;
  description: string;
  /** Paisa, whole numbers. */
  priceInMinorUnits: number;
  /** Paisa; null where the product never had a higher price. */
  oldPriceInMinorUnits: number | null;
  stock: number;
  featured: boolean;
  specs: ProductSpecs;
  /** The first one is shown on cards. */
  pictures: readonly SeedPicture[];
  /** ISO 8601; lists show the newest first. */
  createdAt: string;
}
