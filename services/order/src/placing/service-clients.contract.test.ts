import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { confirmStaffBy, createServiceClients, type ServiceClients } from './service-clients.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const catalog = contractBetween('order', 'catalog');
const offer = contractBetween('order', 'offer');

const orderId = '00000000000000000000a0d1';
const productId = '25ee728f50f0dfc3eee9b45d';
const auth = contractBetween('order', 'auth');
const offerId = 'a'.repeat(24);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const contentType = regex('^application/json.*', 'application/json; charset=utf-8');
const fromService = { 'x-kinmel-service-token': regex('^.+$', 'a-token-of-the-services') };
const done = { success: true };
const refused = (code: string, path: string) => ({
  success: false,
  message: string('This cannot be had.'),
  error: string('This cannot be had.'),
  code,
  details: eachLike({ path: string(path), message: string('0') }),
});

/** Runs the calls of order against the mock server. */
async function by<T>(url: string, work: (serviceClients: ServiceClients) => Promise<T>): Promise<T> {
  const client = (service: string) =>
    createServiceClient({
      service,
      baseUrl: url,
      serviceToken: 'a-token-of-the-services',
      deadlineMs: 20_000,
    });
  const clients = { catalog: client('catalog'), offer: client('offer') };
  try {
    return await work(createServiceClients(clients));
  } finally {
    clients.catalog.close();
    clients.offer.close();
  }
}

describe('what order asks catalog for', () => {
  const hold = { orderId, lines: [{ productId, quantity: 2 }] };
  const reserving = (state: string, description: string) =>
    catalog
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('POST', '/internal/reservations', (request) =>
        request.headers(fromService).jsonBody(hold),
      );

  it('reserves the pieces of an order', () =>
    reserving(`there are 3 pieces of the product ${productId}`, 'pieces to be set aside')
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': contentType }).jsonBody(done))
      .executeTest(({ url }) => by(url, (serviceClients) => serviceClients.reserve(hold))));

  it('gets the product that is out of stock', () =>
    reserving(`there is no piece of the product ${productId}`, 'pieces that are gone')
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody(refused('out-of-stock', productId)),
      )
      .executeTest(({ url }) =>
        expect(by(url, (serviceClients) => serviceClients.reserve(hold))).rejects.toMatchObject({
          code: 'out-of-stock',
          details: [{ path: productId }],
        }),
      ));

  it('releases the pieces of an abandoned order', () =>
    catalog
      .addInteraction()
      .given(`the order ${orderId} holds a piece of the product ${productId}`)
      .uponReceiving('pieces to be given back')
      .withRequest('POST', `/internal/reservations/${orderId}/release`, (request) =>
        request.headers(fromService),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({ success: true, released: integer(1) }),
      )
      .executeTest(({ url }) => by(url, (serviceClients) => serviceClients.releasePieces(orderId))));

  it('reads a product without a copy', () =>
    catalog
      .addInteraction()
      .given(`the product ${productId} is in the shop`)
      .uponReceiving('a product to be priced')
      .withRequest('GET', `/api/products/${productId}`)
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({
          success: true,
          data: like({
            _id: id(productId),
            id: id(productId),
            name: string('iPhone 13 Pro'),
            brand: string('Apple'),
            description: string('A phone.'),
            category: regex(/^[a-z]+$/, 'premiumsmartphones'),
            price: number(91_500),
            oldPrice: number(131_900),
            featured: boolean(false),
            inStock: boolean(true),
            lowStockCount: integer(3),
            image: string('/uploads/c0ffee00c0ffee00/640.webp'),
            pictures: [],
            specs: { storage: string('128 GB') },
            createdAt: string('2026-01-15T06:00:00.000Z'),
            updatedAt: string('2026-01-15T06:00:00.000Z'),
            version: integer(1),
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect(await by(url, (serviceClients) => serviceClients.product(productId))).toMatchObject({
          version: 1,
          product: { name: 'iPhone 13 Pro', priceInMinorUnits: 9_150_000, lowStockCount: 3 },
        });
      }));

  it('gets 404 for an unknown product', () =>
    catalog
      .addInteraction()
      .given('the product 000000000000000000000000 is not in the shop')
      .uponReceiving('a product to be priced that is not there')
      .withRequest('GET', `/api/products/${'0'.repeat(24)}`)
      .willRespondWith(404, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({
          success: false,
          message: string('Product not found'),
          error: string('Product not found'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        expect(await by(url, (serviceClients) => serviceClients.product('0'.repeat(24)))).toBeUndefined();
      }));
});

describe('what order asks offer for', () => {
  const redemption = { orderId, userId: 'user-1', offerIds: [offerId] };
  const redeeming = (state: string, description: string) =>
    offer
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('POST', '/internal/redemptions', (request) =>
        request.headers(fromService).jsonBody(redemption),
      );

  it('reserves a redemption', () =>
    redeeming(`the offer ${offerId} is live`, 'an offer to be redeemed')
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': contentType }).jsonBody(done))
      .executeTest(({ url }) => by(url, (serviceClients) => serviceClients.redeem(redemption))));

  it('gets the offer that is not available', () =>
    redeeming(`the offer ${offerId} has ended`, 'an offer that has ended')
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody(refused('offer-not-available', offerId)),
      )
      .executeTest(({ url }) =>
        expect(by(url, (serviceClients) => serviceClients.redeem(redemption))).rejects.toMatchObject({
          code: 'offer-not-available',
          details: [{ path: offerId }],
        }),
      ));

  it('releases the redemptions of an abandoned order', () =>
    offer
      .addInteraction()
      .given(`the order ${orderId} holds a redemption of the offer ${offerId}`)
      .uponReceiving('redemptions to be given back')
      .withRequest('POST', `/internal/redemptions/${orderId}/release`, (request) =>
        request.headers(fromService),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({ success: true, released: integer(1) }),
      )
      .executeTest(({ url }) => by(url, (serviceClients) => serviceClients.releaseOffers(orderId))));

  it('reads an offer without a copy', () =>
    offer
      .addInteraction()
      .given(`the offer ${offerId} is live`)
      .uponReceiving('an offer to be priced')
      .withRequest('GET', `/api/special-offers/${offerId}`)
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({
          success: true,
          data: like({
            _id: id(offerId),
            id: id(offerId),
            title: string('Galaxy week'),
            description: string('Every Galaxy for less.'),
            discount: string('20% OFF'),
            discountType: regex(/^(percentage|fixed|bundle|gift)$/, 'percentage'),
            discountValue: number(20),
            validFrom: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-01'),
            validUntil: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-30'),
            category: string('Samsung'),
            promoCode: string('GALAXY20'),
            image: string(''),
            isActive: boolean(true),
            redemptionSteps: [],
            productDetails: {},
            targetProducts: [],
            version: integer(1),
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect(await by(url, (serviceClients) => serviceClients.offer(offerId))).toMatchObject({
          version: 1,
          offer: { discountPercentage: 20, promoCode: 'GALAXY20' },
        });
      }));
});

describe('what order asks auth for before a second approval (ORD-S2)', () => {
  const sessionId = 's'.repeat(22);
  const confirming = (state: string, description: string, password: string) =>
    auth
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('POST', `/internal/sessions/${sessionId}/confirmation`, (request) =>
        request.headers(fromService).jsonBody({ password }),
      );
  const confirm = async (url: string, password: string) => {
    const client = createServiceClient({
      service: 'auth',
      baseUrl: url,
      serviceToken: 'a-token-of-the-services',
      deadlineMs: 20_000,
    });
    try {
      return await confirmStaffBy(client)(sessionId, password);
    } finally {
      client.close();
    }
  };
  const state = `the only admin is signed in with the session ${sessionId}`;

  it('gets whether there is other staff, after the right password', () =>
    confirming(state, 'the password of the only admin', 'Orchid77')
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': contentType })
          .jsonBody({ success: true, data: { hasOtherStaff: boolean(false) } }),
      )
      .executeTest(async ({ url }) =>
        expect(await confirm(url, 'Orchid77')).toEqual({ hasOtherStaff: false }),
      ));

  it('is refused with a wrong password', () =>
    confirming(state, 'a wrong password of the only admin', 'Orchid78')
      .willRespondWith(400, (answer) =>
        answer.headers({ 'Content-Type': contentType }).jsonBody({
          success: false,
          message: string('The current password is not right.'),
          error: string('The current password is not right.'),
          code: 'wrong-password',
        }),
      )
      .executeTest(({ url }) =>
        expect(confirm(url, 'Orchid78')).rejects.toMatchObject({ code: 'wrong-password' }),
      ));
});
