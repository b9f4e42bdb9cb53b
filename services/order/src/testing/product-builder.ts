import type { ProductSnapshot } from '@kinmel/contracts';
import samples from './sample-records.json' with { type: 'json' };

export const { productId } = samples.product;

export const aSnapshot = (overrides: Partial<ProductSnapshot> = {}): ProductSnapshot => ({
  ...(structuredClone(samples.product) as ProductSnapshot),
  ...overrides,
});
