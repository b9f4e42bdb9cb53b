import type { OfferSnapshot } from '@kinmel/contracts';
import samples from './samples.json' with { type: 'json' };

export { aDevice, aPolicy, aProduct, productId, productListAnswer, products } from '../page/products.ts';
export { aRegistry } from './registry.ts';

/** The sample shopper's delivery address, as the checkout form sends it. */
export const sampleDelivery = samples.delivery;

/** A phone that a person offers to the shop, as the sell form sends it. */
export const sampleSellRequest = {
  brand: 'apple',
  model: 'iPhone 13',
  condition: 'good',
  storage: '128',
  color: 'blue',
  expectedPrice: '320.50',
  contactPhone: '+977 980-123-4567',
};

/** The data of an offer in events: 20 percent off everything in November 2026, by the code GALAXY20. */
export const anOfferSnapshot = (over: Partial<OfferSnapshot> = {}): OfferSnapshot => ({
  ...(structuredClone(samples.offerSnapshot) as OfferSnapshot),
  ...over,
});
