import type { Product } from '@kinmel/contracts';

/** The page of a product. The URL has the id, so that it survives a reload and can be shared. */
export const productPath = (id: string): string => `/productdetails?id=${encodeURIComponent(id)}`;

/** The link props of a product. The page shows the product of its navigation state before any answer. */
export const productLink = (product: Product) => ({
  to: productPath(product._id),
  state: { product },
});
