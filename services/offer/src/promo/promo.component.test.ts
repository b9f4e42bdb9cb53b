import request from 'supertest';
import { createOfferModel } from '../offers/offers.store.ts';
import { anOffer } from '../testing/offer-builder.ts';
import { startTestOffer, type TestOffer } from '../testing/test-offer.ts';

jest.setTimeout(60_000);

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer({ promoChecksPerMinute: 5 });
});
afterAll(() => offer.stop());
beforeEach(async () => {
  await createOfferModel(offer.connection).deleteMany({});
  await offer.connection.collection('promo_checks').deleteMany({});
});

const insert = (overrides: Parameters<typeof anOffer>[0]) =>
  offer.context.offers.insert(anOffer({ id: offer.context.newId(), ...overrides }), '2026-11-21', []);
const check = (body: object) => request(offer.server).post('/api/special-offers/check-promo').send(body);

it('accepts a code in any letter case (SIL-14)', async () => {
  await insert({});
  const { body } = await check({ promoCode: ' galaxy20 ' }).expect(200);
  expect(body).toMatchObject({ success: true, data: { applied: true, discountPercentage: 20 } });
});

it('limits checks per client, with Retry-After (OFF-C4)', async () => {
  for (let time = 0; time < 5; time += 1) await check({ promoCode: 'X' }).expect(200);
  const { body, headers } = await check({ promoCode: 'X' }).expect(429);
  expect(body.code).toBe('too-many-requests');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

it('counts an IPv6 network as one client (OFF-C4)', async () => {
  const from = (address: string) => check({ promoCode: 'X' }).set('X-Forwarded-For', address);
  for (let host = 1; host <= 5; host += 1) await from(`2001:db8::${host}:2:3:4`).expect(200);
  await from('2001:db8::6:2:3:4').expect(429);
  await from('2001:db8:0:ff::1').expect(429);
  await from('2001:db8:1::1').expect(200);
});

it.each([
  [{}, 'Enter a promo code.'],
  [{ promoCode: '  ' }, 'Enter a promo code.'],
  [{ promoCode: 'X'.repeat(10_240) }, 'This promo code is not valid.'],
  [{ promoCode: { $ne: null } }, 'Enter a promo code.'],
])('refuses %j', async (body, message) => {
  const answer = await check(body).expect(400);
  expect(answer.body).toMatchObject({ success: false, code: 'invalid-request', message });
});
