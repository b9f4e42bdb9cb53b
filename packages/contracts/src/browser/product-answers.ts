import * as z from 'zod/mini';
import type { Facets, Suggestion } from '../catalog/catalog-endpoints.ts';
import type { Picture, Product, ProductSpecs } from '../catalog/product.ts';
import {
  amount,
  filledText,
  listOf,
  nonNegativeNumber,
  type SchemaOf,
  textOrEmpty,
  withIdAndMongoId,
} from './answers.ts';
import { deviceGrades } from './device-grades.ts';
import { shopCurrency } from './money.ts';
import { productCategories } from './products.ts';

const pictureAnswer: SchemaOf<Picture> = z.object({
  id: z.string(),
  alt: textOrEmpty,
  width: z.catch(amount, 1200),
  height: z.catch(amount, 1200),
  dominantColor: z.catch(z.string(), '#f2f4f1'),
  hasTransparency: z.catch(z.boolean(), true),
});

const category = z.pipe(z.string().check(z.trim(), z.toLowerCase()), z.enum(productCategories));

const filledSpecs = z.pipe(
  z.record(z.string(), z.catch(z.optional(filledText), undefined)),
  z.transform((specs): ProductSpecs => specs),
);

const deviceForSaleAnswer: SchemaOf<NonNullable<Product['device']>> = z.object({
  ofProductId: z.string(),
  grade: z.enum(deviceGrades),
  batteryHealthPercent: amount,
  passportLink: z.string(),
  photos: z.catch(listOf(z.string()), []),
});

/** A product needs id, name, price and a known category; everything else has a default. */
export const productShape = {
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  brand: textOrEmpty,
  description: textOrEmpty,
  price: amount,
  oldPrice: z.catch(z.nullable(amount), null),
  currency: z.catch(z.literal(shopCurrency), shopCurrency),
  category,
  featured: z.catch(z.boolean(), false),
  inStock: z.catch(z.boolean(), true),
  lowStockCount: z.catch(z.nullable(amount), null),
  image: textOrEmpty,
  pictures: z.catch(listOf(pictureAnswer), []),
  specs: z.catch(filledSpecs, {}),
  device: z.catch(z.optional(deviceForSaleAnswer), undefined),
  hasDevices: z.catch(z.optional(z.boolean()), undefined),
  createdAt: textOrEmpty,
  updatedAt: textOrEmpty,
  version: z.catch(amount, 1),
} satisfies Record<keyof Product, SchemaOf<unknown>>;

export const productAnswer: SchemaOf<Product> = z.pipe(withIdAndMongoId, z.object(productShape));

const facetValues = z.catch(listOf(z.object({ value: z.string(), count: nonNegativeNumber })), []);
const countOrZero = z.catch(nonNegativeNumber, 0);

/** Facets other than price and stock are lists of values. */
export const facetsAnswer = z.catchall(
  z.object({
    category: facetValues,
    brand: facetValues,
    price: z.object({ min: countOrZero, max: countOrZero }),
    inStock: countOrZero,
  }),
  facetValues,
) as unknown as SchemaOf<Facets>;

export const suggestionAnswer: SchemaOf<Suggestion> = z.union([
  z.object({ kind: z.literal('query'), text: z.string() }),
  z.object({
    kind: z.literal('product'),
    id: z.string(),
    text: z.string(),
    category,
    price: amount,
    image: textOrEmpty,
  }),
]);
