import type { Product } from '@kinmel/contracts';

/** The page of a product. The URL has the id, so that it survives a reload and can be shared. */
export const productPath = (id: string): string => `/productdetails?id=${encodeURIComponent(id)}`;

/** Navigation state of the product page, shown before any answer. */
export interface ProductState {
  readonly product: Product;
}

/** The link props of a product. */
export const productLink = (product: Product): { to: string; state: ProductState } => ({
  to: productPath(product._id),
  state: { product },
});
