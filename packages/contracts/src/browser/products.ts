/** The categories, which are stored and compared in lower case. */
export const productCategories = [
  'smartphone',
  'laptop',
  'watch',
  'earphones',
  'premiumsmartphones',
  'galaxyproducts',
] as const;

/** The columns of the product list of the back office with their headings, on the page and in the CSV. */
export const productColumns = {
  name: 'Product',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  oldPrice: 'Old price',
  stock: 'Pieces',
  isAvailable: 'Available',
  featured: 'Featured',
  createdAt: 'Added',
  updatedAt: 'Changed',
  id: 'ID',
} as const;

export type ProductColumn = keyof typeof productColumns;

export const productColumnNames = Object.keys(productColumns) as [ProductColumn, ...ProductColumn[]];

/** The highest number of pictures of a product, including the main one. */
export const maxProductPictures = 8;

/** Widths in pixels of the files of every stored picture, each as AVIF and WebP. */
export const pictureWidths = [320, 640, 1200] as const;

/** Products per page of a list: full rows of two, three and four cards (decision 22). */
export const productsPerPage = 24;

/** The sorts of product lists. The default is newest first. */
export const productSorts = [
  'createdAt_desc',
  'price_asc',
  'price_desc',
  'name_asc',
  'discount_desc',
  'relevance',
] as const;

export type ProductSort = (typeof productSorts)[number];
