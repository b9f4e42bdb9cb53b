import { createProductBodySchema, productFields, type StoredProductFields } from '@kinmel/contracts';
import { z } from 'zod';
import { storedFields } from '../products/product-fields.rules.ts';
import products from './products.json' with { type: 'json' };

/**
 * A sample product in the format of the API, prices in rupees. It always has an old price; its pictures are files in
 * `pictures/`, the one for lists first.
 */
const seedProductSchema = createProductBodySchema
  .omit({ inStock: true, image: true, images: true })
  .extend({
    /** The product's id is derived from it, so it must not change. */
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    oldPrice: z.number(),
    stock: productFields.stock,
    pictures: z.array(z.strictObject({ file: z.string(), alt: z.string().min(10) })).min(1),
    /** Decides the order of lists, which are newest first. */
    createdAt: z.iso.datetime(),
  })
  .strict()
  .transform(({ slug, stock, pictures, createdAt, ...written }) => ({
    slug,
    ...(storedFields(written) as StoredProductFields & { oldPriceInMinorUnits: number }),
    stock,
    pictures,
    createdAt,
  }));

export type SeedProduct = z.output<typeof seedProductSchema>;

/** The sample products. Names of makers and models are facts; the pictures are our own. */
export const seedProducts: readonly SeedProduct[] = z.array(seedProductSchema).parse(products);
