import { z } from 'zod';
import { uploadLimits } from '../browser/limits.ts';
import { productTextEntries } from '../browser/product-fields.ts';
import { productCategories, productColumnNames, productSorts } from '../browser/products.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import {
  answerOf,
  answerWith,
  bulkItemsSchema,
  bulkOutcomeSchema,
  objectIdSchema,
  pageQuery,
  paginationSchema,
  plainText,
  priceSchema,
  priceWithMessage,
  queryBoolean,
  queryColumns,
  queryList,
  queryNumber,
  queryText,
} from '../primitives.ts';
import {
  adminProductSchema,
  pictureSchema,
  productCategorySchema,
  productFields,
  productSchema,
} from './product.ts';

const defineEndpoint = ownedBy('catalog');

const facetValueSchema = z.object({ value: z.string(), count: z.int().min(0) });

/** The number of products of each choice, counted without the filter of the same facet. */
export const facetsSchema = z.object({
  category: z.array(facetValueSchema),
  brand: z.array(facetValueSchema),
  price: z.object({ min: z.number().min(0), max: z.number().min(0) }),
  inStock: z.int().min(0),
});

export type Facets = z.output<typeof facetsSchema>;

const brandLength = 60;

/** The filters, which are also the query parameters of the listing pages. */
export const productQuerySchema = z.strictObject({
  search: queryText(100).optional(),
  category: queryList(productCategorySchema, productCategories.length, {
    type: 'string',
    enum: productCategories,
  }).optional(),
  brand: queryList(plainText(z.string().max(brandLength)).trim().min(1), 20, {
    type: 'string',
    pattern: `^[^\\u0000-\\u001F\\u007F-\\u009F]{1,${brandLength}}$`,
  }).optional(),
  minPrice: queryNumber(z.number().min(0).max(1e9)).optional(),
  maxPrice: queryNumber(z.number().min(0).max(1e9)).optional(),
  inStock: queryBoolean.optional(),
  sort: z.enum(productSorts).optional(),
  ...pageQuery(100),
});

export type ProductQuery = z.output<typeof productQuerySchema>;

export const listProducts = defineEndpoint('listProducts', 'GET /api/products', {
  role: 'public',
  summary: 'Lists, searches and filters products.',
  query: productQuerySchema,
  answer: answerWith({
    data: z.array(productSchema),
    pagination: paginationSchema,
    facets: facetsSchema,
  }),
});

const stockFilter = queryNumber(z.int().min(0).max(1_000_000)).optional();

const productIdList = queryList(objectIdSchema, 100, { type: 'string', pattern: '^[0-9a-fA-F]{24}$' });

/** Additional filters for staff: ids and free stock. */
export const adminProductQuerySchema = productQuerySchema.extend({
  ids: productIdList.optional(),
  minStock: stockFilter,
  maxStock: stockFilter,
});

export type AdminProductQuery = z.output<typeof adminProductQuerySchema>;

export const listAdminProducts = defineEndpoint('listAdminProducts', 'GET /api/admin/products', {
  ...forStaff('products.see'),
  summary:
    'The product list with stock and availability, which the public list does not contain; can also be filtered by ids and stock.',
  query: adminProductQuerySchema,
  answer: answerOf(z.array(adminProductSchema)).extend({ pagination: paginationSchema }),
});

export const exportProducts = defineEndpoint('exportProducts', 'GET /api/admin/products/export', {
  ...forStaff('products.export'),
  summary: 'All products of a list as CSV (RFC 4180, UTF-8) with the given columns. Formulas are escaped.',
  query: adminProductQuerySchema.omit({ page: true, limit: true }).extend({
    columns: queryColumns(productColumnNames).optional(),
  }),
  contentType: 'text/csv',
  answer: z.unknown(),
});

export const listProductsOfCategory = defineEndpoint(
  'listProductsOfCategory',
  'GET /api/products/category/{category}',
  {
    role: 'public',
    summary: 'All products of one category, newest first.',
    params: z.object({ category: productCategorySchema }),
    query: z.strictObject({ sort: z.enum(productSorts).exclude(['relevance']).default('createdAt_desc') }),
    answer: answerOf(z.array(productSchema)),
  },
);

/** Page size of `GET /api/products/ids`. */
export const productIdsPerPage = 10_000;

export const listProductIds = defineEndpoint('listProductIds', 'GET /api/products/ids', {
  role: 'public',
  summary: 'The ids of all products, newest first, 10,000 per page, for the sitemap.',
  query: z.strictObject({ page: queryNumber(z.int().min(1).max(1_000_000)).default(1) }),
  answer: answerWith({ data: z.array(objectIdSchema), total: z.int().min(0) }),
});

export const suggestionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), text: z.string() }),
  z.object({
    kind: z.literal('product'),
    id: objectIdSchema,
    text: z.string(),
    category: z.enum(productCategories),
    price: priceSchema,
    image: z.string(),
  }),
]);

export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestProducts = defineEndpoint('suggestProducts', 'GET /api/products/suggestions', {
  role: 'public',
  summary: 'Search suggestions: completed queries first, then products.',
  query: z.strictObject({ q: queryText(100) }),
  answer: answerOf(z.array(suggestionSchema)),
});

export const getProduct = defineEndpoint('getProduct', 'GET /api/products/{id}', {
  role: 'public',
  summary: 'One product.',
  answer: answerOf(productSchema),
});

export const listChosenProducts = defineEndpoint('listChosenProducts', 'GET /api/products/chosen', {
  role: 'public',
  summary: 'The products with these ids as they are now, devices too; those that are gone are left out.',
  query: z.strictObject({ ids: productIdList }),
  answer: answerOf(z.array(productSchema)),
});

export const listDevicesOfProduct = defineEndpoint('listDevicesOfProduct', 'GET /api/products/{id}/devices', {
  role: 'public',
  summary: 'The devices of a product that are for sale, best grade first, then the cheapest.',
  answer: answerOf(z.array(productSchema)),
});

const optionalTexts = Object.fromEntries(
  productTextEntries
    .filter(([, { isRequired }]) => isRequired !== true)
    .map(([name]) => [name, productFields[name].default('')]),
) as Record<never, never>;

/** Unknown fields are dropped. */
export const createProductBodySchema = z.object({
  ...productFields,
  ...optionalTexts,
  price: priceWithMessage('Valid price is required'),
  brand: productFields.brand.default('Unknown').transform((brand) => brand || 'Unknown'),
  oldPrice: productFields.oldPrice.default(null),
  featured: productFields.featured.default(false),
  inStock: productFields.inStock.default(true),
  /** Default: 1 when in stock, else 0. */
  stock: productFields.stock.optional(),
  image: productFields.image.default(''),
  images: productFields.images.optional(),
  specs: productFields.specs.default({}),
});

export const createProduct = defineEndpoint('createProduct', 'POST /api/products', {
  changesPublicReads: true,
  ...forStaff('products.change'),
  summary: 'Creates a product.',
  body: createProductBodySchema,
  status: 201,
  answer: answerOf(adminProductSchema).extend({ message: z.string() }),
});

export const updateProduct = defineEndpoint('updateProduct', 'PUT /api/products/{id}', {
  changesPublicReads: true,
  ...forStaff('products.change'),
  summary:
    'Updates the given fields. A `version` that another admin has changed since is refused with 409. `stock` with `stockSeen` changes the stock by their difference, so that no sale in between is undone. What is decided at devices is refused with `conflict`.',
  body: z
    .object({
      ...productFields,
      version: z.int().min(1),
      /** The stock that the admin saw at that version; `stock` is the wanted one. */
      stockSeen: productFields.stock,
    })
    .partial(),
  answer: answerOf(adminProductSchema).extend({ message: z.string() }),
  problems: ['version-conflict', 'conflict'],
});

export const deleteProduct = defineEndpoint('deleteProduct', 'DELETE /api/products/{id}', {
  changesPublicReads: true,
  ...forStaff('products.change'),
  summary:
    'Deletes a product. A `version` that another admin has changed since is refused with 409, and a device, or a product with devices for sale, with `conflict`.',
  query: z.strictObject({ version: queryNumber(z.int().min(1)).optional() }),
  answer: answerOf(adminProductSchema).extend({ message: z.string() }),
  problems: ['version-conflict', 'conflict'],
});

export const bulkProductChanges = ['delete', 'switch-on', 'switch-off'] as const;

export type BulkProductChange = (typeof bulkProductChanges)[number];

export const bulkUpdateProducts = defineEndpoint('bulkUpdateProducts', 'POST /api/admin/products/bulk', {
  changesPublicReads: true,
  ...forStaff('products.change'),
  summary:
    'Makes up to 100 products available or unavailable, or deletes them. Each is written separately and has its own outcome.',
  body: z.object({ change: z.enum(bulkProductChanges), products: bulkItemsSchema }),
  answer: answerOf(z.array(bulkOutcomeSchema)),
});

export const uploadImage = defineEndpoint('uploadImage', 'POST /api/upload', {
  aliases: ['/api/upload/upload'],
  ...forStaff('products.change'),
  summary: 'Stores one product picture, re-encoded.',
  file: {
    field: 'image',
    maxBytes: uploadLimits.productImage.maxBytes,
    required: true,
    tooLargeText: `Image file size must be less than ${uploadLimits.productImage.text}`,
    missingText: 'Please select an image file to upload.',
  },
  status: 201,
  answer: answerWith({ imageUrl: z.string(), picture: pictureSchema }),
});

export const getDashboardStats = defineEndpoint('getDashboardStats', 'GET /api/admin/dashboard-stats', {
  ...forStaff('products.see'),
  summary: 'The number of products.',
  answer: answerWith({
    totalProducts: z.int().min(0),
    data: z.object({ totalProducts: z.int().min(0) }),
  }),
});

export const reserveStock = defineEndpoint('reserveStock', 'POST /internal/reservations', {
  version: 3,
  role: 'service',
  summary: 'Holds the stock of all lines of an order, or of none. Idempotent per order id.',
  body: z.object({
    orderId: objectIdSchema,
    lines: z
      .array(z.object({ productId: objectIdSchema, quantity: z.int().min(1).max(1000) }))
      .min(1)
      .max(200),
  }),
  answer: answerWith({}),
  /** For `out-of-stock`, `details[].path` is the product id and `message` the remaining stock or `gone`. */
  problems: ['out-of-stock', 'conflict'],
});

export const releaseReservation = defineEndpoint(
  'releaseReservation',
  'POST /internal/reservations/{orderId}/release',
  {
    role: 'service',
    summary: 'Releases the hold of an order that was not placed. Idempotent.',
    answer: answerWith({ released: z.int().min(0) }),
  },
);

export const withdrawDevice = defineEndpoint('withdrawDevice', 'POST /internal/devices/{id}/withdrawal', {
  role: 'service',
  summary:
    'Takes a device off sale, unless it is held or sold. Idempotent. A listing of this version that arrives later is ignored.',
  body: z.object({
    /** The version of the device when it was listed; a listing before the latest one has already ended. */
    listedVersion: z.int().min(1),
  }),
  answer: answerWith({}),
  problems: ['conflict'],
});
