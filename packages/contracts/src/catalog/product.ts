import { z } from 'zod';
import { deviceGrades } from '../browser/device-grades.ts';
import {
  type ProductSpecName,
  type ProductTextName,
  productSpecNames,
  productTextEntries,
} from '../browser/product-fields.ts';
import { maxProductPictures, productCategories } from '../browser/products.ts';
import {
  objectIdSchema,
  plainText,
  priceSchema,
  priceWithMessage,
  shopCurrencySchema,
} from '../primitives.ts';

export type ProductCategory = (typeof productCategories)[number];

export const productCategorySchema = plainText(z.string('Category is required').max(40))
  .transform((category) => category.trim().toLowerCase())
  .pipe(z.enum(productCategories, 'Invalid category selected'))
  .meta({ enum: productCategories });

const specText = z.string().trim().max(300);

export const productSpecsSchema = z.object(
  Object.fromEntries(productSpecNames.map((name) => [name, specText.optional()])) as Record<
    ProductSpecName,
    z.ZodOptional<z.ZodString>
  >,
);

export type ProductSpecs = z.output<typeof productSpecsSchema>;

/**
 * A stored picture. Its files are `/uploads/<id>/<width>.avif` and `.webp` for each of `pictureWidths`. The id is
 * derived from the content, so that the files never change. Width and height are those of the largest file.
 */
export const pictureSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/),
  alt: z.string().max(200),
  width: z.int().min(1),
  height: z.int().min(1),
  /** `#rrggbb`; the background while a photo loads. */
  dominantColor: z.string().regex(/^#[0-9a-f]{6}$/),
  /** A picture with transparency is shown on the background of its tile. */
  hasTransparency: z.boolean(),
});

export type Picture = z.output<typeof pictureSchema>;

const answeredTexts = Object.fromEntries(productTextEntries.map(([name]) => [name, z.string()])) as Record<
  ProductTextName,
  z.ZodString
>;

/** Fields of a device for sale, in addition to those of a product (decision 82). */
export const deviceForSaleSchema = z.object({
  /** The product to which the device belongs. */
  ofProductId: objectIdSchema,
  grade: z.enum(deviceGrades),
  batteryHealthPercent: z.int().min(1).max(100),
  /** The path `/passport/<token>`. */
  passportLink: z.string(),
  /** The addresses of its photos. */
  photos: z.array(z.string()),
});

export type DeviceForSale = z.output<typeof deviceForSaleSchema>;

/** A product in public answers. It never contains `stock`. */
export const productSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  ...answeredTexts,
  name: z.string(),
  price: priceSchema,
  /** Null without a higher price. */
  oldPrice: priceSchema.nullable(),
  currency: shopCurrencySchema,
  category: z.enum(productCategories),
  featured: z.boolean(),
  inStock: z.boolean(),
  /** Set only for a stock of at most five, for "Only {n} left". */
  lowStockCount: z.int().min(1).max(5).nullable(),
  /** Server-relative path of the first picture at 640 px as WebP; may be empty. */
  image: z.string().max(2048),
  pictures: z.array(pictureSchema),
  specs: productSpecsSchema,
  /** Set for a device for sale, which has one piece. Lists and searches show its product instead. */
  device: deviceForSaleSchema.optional(),
  /** The product is sold as devices: a buyer chooses one of them. */
  hasDevices: z.boolean().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Incremented by every change. */
  version: z.int().min(1),
});

export type Product = z.output<typeof productSchema>;

/** The path of a stored picture, or an external picture address, which is never fetched. */
const imageSchema = z
  .string()
  .trim()
  .max(2048)
  .regex(
    /^(\/uploads\/[a-z0-9-]+\/\d+\.(webp|avif)|https?:\/\/[^\s"'<>\\]+\.(png|jpe?g|gif|webp)|)$/i,
    'Enter a valid image URL (jpg/png/gif/webp)',
  );

const writtenTexts = Object.fromEntries(
  productTextEntries.map(([name, { label, maxLength, isRequired }]) => {
    const missing = `${label} is required`;
    const text = z.string(missing).trim().max(maxLength, `${label} must be at most ${maxLength} characters`);
    return [name, isRequired ? text.min(1, missing) : text];
  }),
) as Record<ProductTextName, z.ZodString>;

/** The fields of a product that staff edit. */
export const productFields = {
  ...writtenTexts,
  price: priceWithMessage('Price must be a positive number'),
  /** Null removes the old price. */
  oldPrice: priceWithMessage('Original price must be a positive number').nullable(),
  category: productCategorySchema,
  featured: z.boolean(),
  /** False makes the product unavailable; with true, availability depends on the stock. */
  inStock: z.boolean(),
  stock: z.int().min(0).max(1_000_000),
  image: imageSchema,
  /** The paths of the other pictures, in display order. */
  images: z
    .array(imageSchema)
    .max(maxProductPictures - 1, `A product has at most ${maxProductPictures} pictures`),
  /** Unknown names are refused, so that a mistyped one is not lost silently. */
  specs: productSpecsSchema.strict(),
};

type AnsweredField = keyof Product & keyof typeof productFields;

/** The fields that are stored as they are sent. */
export const plainProductFields: readonly (ProductTextName | 'category' | 'featured' | 'specs')[] = [
  ...productTextEntries.map(([name]) => name),
  'category',
  'featured',
  'specs',
];

/** The prices with the names of their stored fields, integers in minor units. */
export const moneyProductFields = {
  price: 'priceInMinorUnits',
  oldPrice: 'oldPriceInMinorUnits',
} as const satisfies Partial<Record<AnsweredField, string>>;

export type StoredProductFields = Readonly<
  Pick<Product, (typeof plainProductFields)[number]> & {
    [Name in keyof typeof moneyProductFields as (typeof moneyProductFields)[Name]]: Product[Name];
  }
>;

export const adminProductSchema = productSchema.extend({
  stock: z.int().min(0),
  /** False when an admin made the product unavailable, whatever its stock. */
  isAvailable: z.boolean(),
});

export type AdminProduct = z.output<typeof adminProductSchema>;
