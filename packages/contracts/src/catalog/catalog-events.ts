import { z } from 'zod';
import { productCategories } from '../browser/products.ts';
import { eventsOwnedBy } from '../event.ts';
import { minorUnitsSchema, shopCurrencySchema } from '../primitives.ts';
import { productSpecsSchema } from './product.ts';

const defineEvent = eventsOwnedBy('catalog');

/** What other services may know of a product. Its version is in the envelope. */
export const productSnapshotSchema = z.object({
  productId: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.enum(productCategories),
  priceInMinorUnits: minorUnitsSchema,
  oldPriceInMinorUnits: minorUnitsSchema.nullable(),
  currency: shopCurrencySchema,
  image: z.string(),
  inStock: z.boolean(),
  /** Null: the stock is not low. */
  lowStockCount: z.int().min(1).max(5).nullable(),
  specs: productSpecsSchema,
});

export type ProductSnapshot = z.output<typeof productSnapshotSchema>;

export const productCreated = defineEvent({
  type: 'product.created',
  summary: 'A product was created.',
  data: productSnapshotSchema,
});

export const productUpdated = defineEvent({
  type: 'product.updated',
  summary: 'A product changed visibly for shoppers or orders.',
  data: productSnapshotSchema,
});

export const productDeleted = defineEvent({
  type: 'product.deleted',
  summary: 'A product was deleted.',
  data: z.object({ productId: z.string() }),
});

export const stockChanged = defineEvent({
  type: 'stock.changed',
  summary: 'The availability of a product changed. The stock itself is not published.',
  data: z.object({
    productId: z.string(),
    inStock: z.boolean(),
    lowStockCount: z.int().min(1).max(5).nullable(),
  }),
});

export const catalogEvents = { productCreated, productUpdated, productDeleted, stockChanged } as const;
