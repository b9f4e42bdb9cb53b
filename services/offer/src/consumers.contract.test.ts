import type { WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { unreadableEvent } from '@kinmel/testing/servers';
import request from 'supertest';
import { createOfferModel } from './offers/offers.store.ts';
import { redeemOffers } from './redemptions/redeem-offers.ts';
import { aForm, anOffer } from './testing/offer-builder.ts';
import { serviceToken, startTestOffer, type TestOffer } from './testing/test-offer.ts';

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer();
});
afterAll(() => offer.stop());

const offerId = 'a'.repeat(24);
const orderId = '00000000000000000000a0d1';

async function storeOffer(overrides: Parameters<typeof anOffer>[0] = {}): Promise<void> {
  await createOfferModel(offer.connection).deleteMany({});
  await offer.connection.collection('redemptions').deleteMany({});
  await offer.context.offers.insert(anOffer({ id: offerId, ...overrides }), '2026-11-21', []);
}

const states = {
  'the offer with the code DASHAIN10 takes off 10 percent': () =>
    storeOffer({ title: 'Dashain savings', promoCode: 'DASHAIN10', discountValue: 10 }),
  'no offer has the code NOPE': () => storeOffer(),
  'an offer for a product is live': () =>
    storeOffer({
      productDetails: { name: 'Galaxy S26', giftItem: 'a charger', originalPriceInMinorUnits: 9_000_000 },
      targetProducts: ['25ee728f50f0dfc3eee9b45d'],
      redemptionSteps: ['Claim it here.'],
    }),
  [`the offer ${offerId} is live`]: () => storeOffer(),
  [`the offer ${offerId} has ended`]: () => storeOffer({ validUntil: '2026-11-10' }),
  [`the order ${orderId} holds a redemption of the offer ${offerId}`]: async () => {
    await storeOffer();
    await redeemOffers(offer.context, { orderId, userId: 'user-1', offerIds: [offerId] });
  },
  'staff have made the change toggleOffer': async () => {
    await storeOffer();
    await offer.connection.collection('audit_entries').deleteMany({});
    await request(offer.server)
      .patch(`/api/special-offers/${offerId}/toggle-status`)
      .set('Authorization', `Bearer ${offer.tokens.admin()}`)
      .send({ isActive: false })
      .expect(200);
  },
  [`a message about the order ${orderId} is parked`]: async () => {
    await offer.bus.publish(unreadableEvent('order.placed', orderId));
    await offer.bus.settle();
  },
};

/** Events as published after real calls. */
const eventAfter = (type: string, cause?: (id: string) => request.Test) => async (): Promise<WireEvent> => {
  const admin = { Authorization: `Bearer ${offer.tokens.admin()}` };
  await createOfferModel(offer.connection).deleteMany({});
  const creation = request(offer.server).post('/api/special-offers').set(admin);
  const details = { name: 'Galaxy S26', originalPrice: 100_000, discountedPrice: 80_000 };
  const form = aForm({ productDetails: JSON.stringify(details) });
  for (const [name, value] of Object.entries(form)) void creation.field(name, value);
  const { body } = await creation.expect(201);
  const id: string = body.data.id;
  await cause?.(id).set(admin).expect(200);
  return eventually(
    () => offer.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false,
  );
};

const events = {
  'offer.created': eventAfter('offer.created'),
  'offer.updated': eventAfter('offer.updated', (id) =>
    request(offer.server).patch(`/api/special-offers/${id}/toggle-status`).send({ isActive: false }),
  ),
  'offer.deleted': eventAfter('offer.deleted', (id) =>
    request(offer.server).delete(`/api/special-offers/${id}`),
  ),
};

it.each(consumersOf('offer'))(
  'offer answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'offer',
      server: offer.server,
      states,
      events,
      headers: { 'x-kinmel-service-token': serviceToken, authorization: `Bearer ${offer.tokens.admin()}` },
    }),
  120_000,
);
