/** The product categories, stored and compared in lower case. */
export const productCategories = [
  'smartphone',
  'laptop',
  'watch',
  'earphones',
  'premiumsmartphones',
  'galaxyproducts',
] as const;

/** The columns of the list of staff with their heads, the same on the page and in its CSV, in the order of the page. */
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

/** How many pictures a product has at most, the main one included. */
export const maxProductPictures = 8;
