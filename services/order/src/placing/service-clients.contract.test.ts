import { type ServiceCallContract, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { confirmStaffBy, createServiceClients, type ServiceClients } from './service-clients.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const orderId = '00000000000000000000a0d1';
const productId = '25ee728f50f0dfc3eee9b45d';
const offerId = 'a'.repeat(24);
const noId = '0'.repeat(24);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const concerning = (path: string) => ({
  details: eachLike({ path: string(path), message: string('0') }),
});

/** Makes a call of order to catalog or offer. */
const call = <Result>(
  service: string,
  contract: ServiceCallContract,
  work: (clients: ServiceClients) => Promise<Result>,
): Promise<Result> =>
  serviceCalls('order', service)(contract, (client) =>
    work(createServiceClients({ catalog: client, offer: client })),
  );

describe('what order asks catalog for', () => {
  const hold = { orderId, lines: [{ productId, quantity: 2 }] };
  const reserve = (contract: Omit<ServiceCallContract, 'request'>) =>
    call('catalog', { request: ['POST', '/internal/reservations', { body: hold }], ...contract }, (clients) =>
      clients.reserve(hold),
    );

  it('reserves the pieces of an order', () =>
    reserve({ given: `there are 3 pieces of the product ${productId}`, name: 'pieces to be set aside' }));

  it('gets the product that is out of stock', () =>
    expect(
      reserve({
        given: `there is no piece of the product ${productId}`,
        name: 'pieces that are gone',
        refusal: [409, 'out-of-stock', concerning(productId)],
      }),
    ).rejects.toMatchObject({ code: 'out-of-stock', details: [{ path: productId }] }));

  it('releases the pieces of an abandoned order', () =>
    call(
      'catalog',
      {
        given: `the order ${orderId} holds a piece of the product ${productId}`,
        name: 'pieces to be given back',
        request: ['POST', `/internal/reservations/${orderId}/release`],
        answer: { released: integer(1) },
      },
      (clients) => clients.releasePieces(orderId),
    ));

  it('reads a product without a copy', async () => {
    const read = await call(
      'catalog',
      {
        given: `the product ${productId} is in the shop`,
        name: 'a product to be priced',
        request: ['GET', `/api/products/${productId}`],
        answer: {
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
        },
      },
      (clients) => clients.product(productId),
    );
    expect(read).toMatchObject({
      version: 1,
      product: { name: 'iPhone 13 Pro', priceInMinorUnits: 9_150_000, lowStockCount: 3 },
    });
  });

  it('gets 404 for an unknown product', () =>
    expect(
      call(
        'catalog',
        {
          given: `the product ${noId} is not in the shop`,
          name: 'a product to be priced that is not there',
          request: ['GET', `/api/products/${noId}`],
          refusal: [404, 'not-found'],
        },
        (clients) => clients.product(noId),
      ),
    ).resolves.toBeUndefined());
});

describe('what order asks offer for', () => {
  const redemption = { orderId, userId: 'user-1', offerIds: [offerId] };
  const redeem = (contract: Omit<ServiceCallContract, 'request'>) =>
    call(
      'offer',
      { request: ['POST', '/internal/redemptions', { body: redemption }], ...contract },
      (clients) => clients.redeem(redemption),
    );

  it('reserves a redemption', () =>
    redeem({ given: `the offer ${offerId} is live`, name: 'an offer to be redeemed' }));

  it('gets the offer that is not available', () =>
    expect(
      redeem({
        given: `the offer ${offerId} has ended`,
        name: 'an offer that has ended',
        refusal: [409, 'offer-not-available', concerning(offerId)],
      }),
    ).rejects.toMatchObject({ code: 'offer-not-available', details: [{ path: offerId }] }));

  it('releases the redemptions of an abandoned order', () =>
    call(
      'offer',
      {
        given: `the order ${orderId} holds a redemption of the offer ${offerId}`,
        name: 'redemptions to be given back',
        request: ['POST', `/internal/redemptions/${orderId}/release`],
        answer: { released: integer(1) },
      },
      (clients) => clients.releaseOffers(orderId),
    ));

  it('reads an offer without a copy', async () => {
    const read = await call(
      'offer',
      {
        given: `the offer ${offerId} is live`,
        name: 'an offer to be priced',
        request: ['GET', `/api/special-offers/${offerId}`],
        answer: {
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
        },
      },
      (clients) => clients.offer(offerId),
    );
    expect(read).toMatchObject({ version: 1, offer: { discountPercentage: 20, promoCode: 'GALAXY20' } });
  });
});

describe('what order asks auth for before a second approval (ORD-S2)', () => {
  const sessionId = 's'.repeat(22);
  const confirm = (password: string, contract: Omit<ServiceCallContract, 'request' | 'given'>) =>
    serviceCalls('order', 'auth')(
      {
        given: `the only admin is signed in with the session ${sessionId}`,
        request: [
          'POST',
          `/internal/sessions/${sessionId}/confirmation`,
          { body: { password, right: 'payouts.approve' } },
        ],
        ...contract,
      },
      (client) => confirmStaffBy(client)(sessionId, password),
    );

  it('gets whether there is other staff, after the right password', () =>
    expect(
      confirm('Orchid77', {
        name: 'the password of the only admin',
        answer: { data: { hasOtherStaff: boolean(false) } },
      }),
    ).resolves.toEqual({ hasOtherStaff: false }));

  it('is refused with a wrong password', () =>
    expect(
      confirm('Orchid78', {
        name: 'a wrong password of the only admin',
        refusal: [400, 'wrong-password'],
      }),
    ).rejects.toMatchObject({ code: 'wrong-password' }));
});
