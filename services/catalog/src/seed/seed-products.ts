import { productFields, type StoredProductFields } from '@kinmel/contracts';
import { z } from 'zod';
import { storedFields } from '../products/product-fields.rules.ts';
import products from './products.json' with { type: 'json' };

/**
 * A product that a new shop opens with, as the API writes it: prices in rupees. Unlike a product of staff it always has an old price,
 * and its pictures are files below `pictures/`, the one for lists first.
 */
const seedProductSchema = z
  .object({
    ...productFields,
    /** The product's id is derived from it, so that seeding twice changes nothing and a shared address stays right: never rename one. */
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    oldPrice: z.number(),
    pictures: z.array(z.strictObject({ file: z.string(), alt: z.string().min(10) })).min(1),
    /** Lists are newest first, so this decides the order of the shop window. */
    createdAt: z.iso.datetime(),
  })
  .omit({ inStock: true, image: true, images: true })
  .strict()
  .transform(({ slug, stock, pictures, createdAt, ...written }) => ({
    slug,
    ...(storedFields(written) as StoredProductFields & { oldPriceInMinorUnits: number }),
    stock,
    pictures,
    createdAt,
  }));

export type SeedProduct = z.output<typeof seedProductSchema>;

/** Everything that a new shop opens with. The names of makers and models are facts about goods; the pictures are our own. */
export const seedProducts: readonly SeedProduct[] = z.array(seedProductSchema).parse(products);
