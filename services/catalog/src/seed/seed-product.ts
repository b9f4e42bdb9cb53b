import type { StoredProductFields } from '@kinmel/contracts';

/** One picture of a product of the seed: a master under `seed/pictures/` and what it shows. */
export interface SeedPicture {
  /** File name below `src/seed/pictures/`, such as `aurora-12-midnight-front.webp`. */
  readonly file: string;
  readonly alt: string;
}

/** A product that a new shop opens with. The seed writes it as it stands here, by its `slug`. Prices in paisa: NPR 91,500 is 9_150_000. */
export interface SeedProduct extends StoredProductFields {
  /**
   * Lower-case letters, digits and hyphens. The product's id is derived from it, so that seeding twice changes
   * nothing and an address that was shared stays right; a slug is therefore never renamed.
   */
  readonly slug: string;
  /** A price that was really asked before, higher than the price: every product of the seed has one (decision CONF-18). */
  readonly oldPriceInMinorUnits: number;
  /** Pieces; 0 is sold out, 1 to 5 shows "Only {n} left" (decision SIL-22). */
  readonly stock: number;
  /** In the order to show; the first one stands for the product in lists. */
  readonly pictures: readonly SeedPicture[];
  /** ISO 8601 instant. Lists are newest first (decision SIL-27), so this decides the order of the shop window. */
  readonly createdAt: string;
}
