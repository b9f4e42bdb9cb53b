import type { AdminProduct } from '@kinmel/contracts';
import { aProduct, productId } from '@kinmel/testing/page';

/** A product as the list for staff returns it. */
export function anAdminProduct(number: number, changes: Partial<AdminProduct> = {}): AdminProduct {
  const id = productId(number);
  return {
    ...aProduct({ id, name: `Phone ${number}`, price: 1000 * number, oldPrice: null }),
    stock: 12,
    isAvailable: true,
    ...changes,
  };
}

export const listAnswer = (products: readonly AdminProduct[], total = products.length) => ({
  success: true,
  data: products,
  pagination: {
    page: 1,
    limit: 8,
    total,
    totalPages: Math.ceil(total / 8),
    hasPrev: false,
    hasNext: total > 8,
  },
});

/** The public answer for these products. */
export const openListAnswer = (products: readonly AdminProduct[], total = products.length) => ({
  ...listAnswer(products, total),
  data: products.map(({ stock: _stock, isAvailable: _isAvailable, ...product }) => product),
  facets: { category: [], brand: [], price: { min: 0, max: 0 }, inStock: 0 },
});
