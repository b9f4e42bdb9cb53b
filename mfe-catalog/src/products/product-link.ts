import type { Product } from '@kinmel/contracts';

/** Where a product is shown. The address carries the id, so that it survives a reload and can be shared. */
export const productPath = (id: string): string => `/productdetails?id=${encodeURIComponent(id)}`;

/** What travels to the product page in navigation state: it is drawn before any answer. */
export interface ProductState {
  readonly product: Product;
}

/** The router link properties of a product. */
export const productLink = (product: Product): { to: string; state: ProductState } => ({
  to: productPath(product._id),
  state: { product },
});
