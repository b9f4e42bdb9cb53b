import type { ProductSnapshot } from '@kinmel/contracts';

export const productId = 'a'.repeat(24);

export function aSnapshot(over: Partial<ProductSnapshot> = {}): ProductSnapshot {
  return {
    productId,
    name: 'Galaxy S26',
    brand: 'Samsung',
    category: 'smartphone',
    priceInMinorUnits: 9_150_000,
    oldPriceInMinorUnits: 9_900_000,
    currency: 'NPR',
    image: '/uploads/galaxy-s26/640.webp',
    inStock: true,
    lowStockCount: null,
    specs: { storage: '256 GB' },
    ...over,
  };
}
