import { anOffer, today } from '../testing/offer-builder.ts';
import { checkPromo } from './promo.rules.ts';

const product = 'c'.repeat(24);

it('returns the percentage and the affected products (OFF-C1, SIL-14, SIL-15)', () => {
  expect(checkPromo([anOffer({ targetProducts: [product] })], [product], today)).toEqual({
    applied: true,
    offerId: 'a'.repeat(24),
    title: 'Galaxy week',
    promoCode: 'GALAXY20',
    discountPercentage: 20,
    targetProducts: [product],
  });
});

it.each([
  ['expired', anOffer({ validUntil: '2026-11-20' })],
  ['used-up', anOffer({ maxRedemptions: 1, currentRedemptions: 1 })],
  ['not-a-percentage', anOffer({ discountType: 'fixed' })],
  // As in the cart, whose copies may not show yet that the offer is used up.
  ['not-a-percentage', anOffer({ discountType: 'fixed', maxRedemptions: 1, currentRedemptions: 1 })],
  ['not-for-these-products', anOffer({ targetProducts: ['d'.repeat(24)] })],
])('says why the code has no effect: %s (OFF-C2, SIL-14)', (reason, offer) => {
  expect(checkPromo([offer], [product], today)).toMatchObject({ applied: false, reason });
});

it('answers a code that was never public as an unknown one (OFF-C3, CONF-54)', () => {
  const unknown = JSON.stringify(checkPromo([], [product], today));
  const inactiveOffer = anOffer({ isActive: false });
  const futureOffer = anOffer({ validFrom: '2026-11-22' });
  expect(JSON.stringify(checkPromo([inactiveOffer], [product], today))).toBe(unknown);
  expect(JSON.stringify(checkPromo([futureOffer], [product], today))).toBe(unknown);
});

it('prefers the live offer over an older one with the same code (OFF-O5)', () => {
  const endedOffer = anOffer({ id: 'b'.repeat(24), validUntil: '2026-11-10' });
  expect(checkPromo([endedOffer, anOffer()], [], today)).toMatchObject({
    applied: true,
    offerId: 'a'.repeat(24),
  });
});

it('applies to an empty cart and to one with a single affected product', () => {
  const offerForProduct = anOffer({ targetProducts: [product] });
  expect(checkPromo([offerForProduct], [], today).applied).toBe(true);
  expect(checkPromo([offerForProduct], ['d'.repeat(24), product], today).applied).toBe(true);
});
