import { z } from 'zod';
import {
  type ProductSpecName,
  type ProductTextName,
  productSpecNames,
  productTextEntries,
} from '../browser/product-fields.ts';
import { maxProductPictures, productCategories } from '../browser/products.ts';
import { objectIdSchema, plainText, priceOr, priceSchema } from '../primitives.ts';

export type ProductCategory = (typeof productCategories)[number];

export const productCategorySchema = plainText(z.string('Category is required').max(40))
  .transform((category) => category.trim().toLowerCase())
  .pipe(z.enum(productCategories, 'Invalid category selected'))
  .meta({ enum: productCategories });

const specText = z.string().trim().max(300);

/** A missing value is shown as "Not specified". */
export const productSpecsSchema = z.object(
  Object.fromEntries(productSpecNames.map((name) => [name, specText.optional()])) as Record<
    ProductSpecName,
    z.ZodOptional<z.ZodString>
  >,
);

export type ProductSpecs = z.output<typeof productSpecsSchema>;

/** The widths in CSS pixels that every stored picture has, each as AVIF and as WebP. */
export const pictureWidths = [320, 640, 1200] as const;

/**
 * One stored picture. Its files are `/uploads/<id>/<width>.avif` and `.webp` for each of `pictureWidths`;
 * `id` names the content, so that the files never change. `width` and `height` are those of the largest file.
 */
export const pictureSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/),
  alt: z.string().max(200),
  width: z.int().min(1),
  height: z.int().min(1),
  /** `#rrggbb`; the ground of a photo while it loads. */
  dominantColor: z.string().regex(/^#[0-9a-f]{6}$/),
  /** A cut-out takes the ground of its tile, a photo brings its own. */
  hasTransparency: z.boolean(),
});

export type Picture = z.output<typeof pictureSchema>;

/** The texts of the table as answers carry them. */
const answeredTexts = Object.fromEntries(productTextEntries.map(([name]) => [name, z.string()])) as Record<
  ProductTextName,
  z.ZodString
>;

/** A product as every public answer shows it. It never carries `stock`. */
export const productSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  ...answeredTexts,
  name: z.string(),
  price: priceSchema,
  /** Absent or null: there was no higher price. */
  oldPrice: priceSchema.nullable(),
  category: z.enum(productCategories),
  featured: z.boolean(),
  inStock: z.boolean(),
  /** Set only at five pieces or fewer, for "Only {n} left". */
  lowStockCount: z.int().min(1).max(5).nullable(),
  /** Server-relative path of the first picture at 640 px as WebP; empty when there is none. */
  image: z.string().max(2048),
  pictures: z.array(pictureSchema),
  specs: productSpecsSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Rises with every change of the product. */
  version: z.int().min(1),
});

export type Product = z.output<typeof productSchema>;

/** A stored picture's path, or an http(s) address of a picture. Nothing is fetched from it. */
const imageSchema = z
  .string()
  .trim()
  .max(2048)
  .regex(
    /^(\/uploads\/[a-z0-9-]+\/\d+\.(webp|avif)|https?:\/\/[^\s"'<>\\]+\.(png|jpe?g|gif|webp)|)$/i,
    'Enter a valid image URL (jpg/png/gif/webp)',
  );

/** The texts of the table as staff write them. */
const writtenTexts = Object.fromEntries(
  productTextEntries.map(([name, { label, maxLength, isRequired }]) => {
    const missing = `${label} is required`;
    const text = z.string(missing).trim().max(maxLength, `${label} must be at most ${maxLength} characters`);
    return [name, isRequired ? text.min(1, missing) : text];
  }),
) as Record<ProductTextName, z.ZodString>;

/** What staff write of a product: the bodies of its endpoints. */
export const productFields = {
  ...writtenTexts,
  price: priceOr('Price must be a positive number'),
  /** Null removes it. */
  oldPrice: priceOr('Original price must be a positive number').nullable(),
  category: productCategorySchema,
  featured: z.boolean(),
  /** False switches the product off; true leaves availability to its stock. */
  inStock: z.boolean(),
  stock: z.int().min(0).max(1_000_000),
  image: imageSchema,
  /** The pictures beside the main one, by the path that the upload answered, in the order to show. */
  images: z
    .array(imageSchema)
    .max(maxProductPictures - 1, `A product has at most ${maxProductPictures} pictures`),
  /** Unlike the product's own, unknown spec names are refused: a mistyped one would be lost in silence. */
  specs: productSpecsSchema.strict(),
};

type AnsweredField = keyof Product & keyof typeof productFields;

/** The fields that catalog keeps as staff write them and answers carry them. */
export const plainProductFields: readonly (ProductTextName | 'category' | 'featured' | 'specs')[] = [
  ...productTextEntries.map(([name]) => name),
  'category',
  'featured',
  'specs',
];

/** The prices and what they are called where they are kept, as integers in minor units. */
export const moneyProductFields = {
  price: 'priceInMinorUnits',
  oldPrice: 'oldPriceInMinorUnits',
} as const satisfies Partial<Record<AnsweredField, string>>;

/** What catalog keeps of the fields that staff write. */
export type StoredProductFields = Readonly<
  Pick<Product, (typeof plainProductFields)[number]> & {
    [Name in keyof typeof moneyProductFields as (typeof moneyProductFields)[Name]]: Product[Name];
  }
>;

/** A product as admin writes answer it: with its stock. */
export const adminProductSchema = productSchema.extend({
  stock: z.int().min(0),
  /** False when an admin switched the product off whatever its stock. */
  isAvailable: z.boolean(),
});

export type AdminProduct = z.output<typeof adminProductSchema>;

/** The sorts that a list can be asked for; newest first unless said otherwise. */
export const productSorts = [
  'createdAt_desc',
  'price_asc',
  'price_desc',
  'name_asc',
  'discount_desc',
  'relevance',
] as const;

export type ProductSort = (typeof productSorts)[number];
