import { z } from 'zod';
import { productCategories } from '../browser/products.ts';
import { eventsOwnedBy } from '../event.ts';
import { minorUnitsSchema, objectIdSchema, shopCurrencySchema } from '../primitives.ts';
import { deviceForSaleSchema, productSpecsSchema } from './product.ts';

const defineEvent = eventsOwnedBy('catalog');

/** The data of a product that other services may have. Its version is in the envelope. */
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
  /** Null unless the stock is low. */
  lowStockCount: z.int().min(1).max(5).nullable(),
  specs: productSpecsSchema,
  device: deviceForSaleSchema.optional(),
  hasDevices: z.boolean().optional(),
});

export type ProductSnapshot = z.output<typeof productSnapshotSchema>;

export const productCreated = defineEvent('product.created', 'A product was created.', productSnapshotSchema);

export const productUpdated = defineEvent(
  'product.updated',
  'A product changed visibly for shoppers or orders.',
  productSnapshotSchema,
);

export const productDeleted = defineEvent(
  'product.deleted',
  'A product was deleted.',
  z.object({ productId: z.string() }),
);

export const stockChanged = defineEvent(
  'stock.changed',
  'The availability of a product changed. The stock itself is not published.',
  z.object({
    productId: z.string(),
    inStock: z.boolean(),
    lowStockCount: z.int().min(1).max(5).nullable(),
  }),
);

/** Its `aggregateVersion` is the version of the device when it was listed. */
export const deviceListingRefused = defineEvent(
  'device.listing-refused',
  'A device cannot be on sale as a piece of its product: it was deleted, or has pieces of another kind.',
  z.object({
    deviceId: objectIdSchema,
    ofProductId: objectIdSchema,
    reason: z.enum(['no-product', 'other-pieces']),
  }),
);

export const catalogEvents = {
  productCreated,
  productUpdated,
  productDeleted,
  stockChanged,
  deviceListingRefused,
} as const;
