import type { OfferSnapshot } from '@kinmel/contracts';
import { imeiProblem } from '@kinmel/contracts/browser';
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

/** What staff find when they inspect a phone in good condition. */
export const sampleChecklist = {
  screen: 'none',
  body: 'light',
  batteryHealthPercent: 88,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
} as const;

/** The data of an offer in events: 20 percent off everything in November 2026, by the code GALAXY20. */
export const anOfferSnapshot = (changes: Partial<OfferSnapshot> = {}): OfferSnapshot => ({
  ...(structuredClone(samples.offerSnapshot) as OfferSnapshot),
  ...changes,
});

/** A unique valid IMEI for each number below 10^8. */
export function imeiOf(number: number): string {
  const digits = `356938${String(number).padStart(8, '0')}`;
  const imei = Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(
    (one) => imeiProblem(one) === null,
  );
  if (imei === undefined) throw new Error(`${number} is too long`);
  return imei;
}
