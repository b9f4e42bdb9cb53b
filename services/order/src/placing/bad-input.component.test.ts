import { sampleDelivery } from '@kinmel/testing/samples';
import request from 'supertest';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { knownProduct, startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'c'.repeat(24);
const gone = 'd'.repeat(24);
const unknown = 'e'.repeat(24);
let order: TestOrder;

beforeAll(async () => {
  order = await startTestOrder();
  await knownProduct(order, { productId });
  await order.context.inTransaction((session) =>
    order.context.productCopies.save(
      { productId: gone, snapshot: { version: 2, product: null }, stock: undefined },
      session,
    ),
  );
});
afterAll(() => order.stop());
afterEach(async () => {
  // Nothing is stored or held after any test.
  expect(await order.connection.collection('orders').countDocuments()).toBe(0);
  expect(order.serviceClients.held.size + order.serviceClients.redeemed.size).toBe(0);
});

const send = (body: unknown) =>
  request(order.app)
    .post('/api/checkout-orders/create')
    .set('Authorization', `Bearer ${order.tokens.customer()}`)
    .send(body as object);

const withLine = (line: object) => orderOf([{ productId, quantity: 1, ...line }], totalOf(1000));

it.each([
  ['0', 0],
  ['negative', -1],
  ['fractional', 1.5],
  ['1e9', 1e9],
  ['a number as text', '1'],
  ['null', null],
  ['an object', { $gt: 0 }],
])('a quantity that is %s is refused', async (_, quantity) => {
  expect((await send(withLine({ quantity }))).status).toBe(400);
});

it.each([
  ['no product', { products: [] }, 'Your cart is empty!'],
  ['a name of spaces', { customerDetails: { ...sampleDelivery, name: '   ' } }, 'Please fill in Name'],
  ['no phone', { customerDetails: { ...sampleDelivery, phone: undefined } }, 'Please fill in Phone'],
  ['no city', { customerDetails: { ...sampleDelivery, city: '' } }, 'Please fill in City'],
  ['no ZIP code', { customerDetails: { ...sampleDelivery, zipCode: '' } }, 'Please fill in ZipCode'],
  ['no address', { customerDetails: { ...sampleDelivery, address: '' } }, 'Please fill in Address'],
  [
    'a wrong e-mail',
    { customerDetails: { ...sampleDelivery, email: 'sita@' } },
    'Please enter a valid email address',
  ],
])(
  'an order with %s is refused with the document’s own words (CHKO-05, CHKO-07, CHKO-08, CHKO-09, CHKO-10, CHKO-11, CHKO-12)',
  async (_, change, message) => {
    const answer = await send({ ...withLine({}), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, message, error: message });
  },
);

it.each([
  ['an unknown payment method', { paymentMethod: 'iou' }],
  ['an unknown id', { products: [{ productId: '../../etc', quantity: 1 }] }],
  ['an operator for an id', { products: [{ productId: { $ne: null }, quantity: 1 }] }],
  ['201 lines', { products: Array.from({ length: 201 }, () => ({ productId, quantity: 1 })) }],
  ['a total as text', { pricing: { total: '1080' } }],
  ['no total', { pricing: {} }],
  ['a negative total', { pricing: { total: -1 } }],
  ['a promo code of 10 kB', { promoCode: 'X'.repeat(10_000) }],
  ['a name of 10 kB', { customerDetails: { ...sampleDelivery, name: 'N'.repeat(10_000) } }],
  ['an operator for a name', { customerDetails: { ...sampleDelivery, name: { $gt: '' } } }],
])('an order with %s is refused', async (_, change) => {
  expect((await send({ ...withLine({}), ...change })).status).toBe(400);
});

it.each([
  ['that was deleted', gone, 'A product of your cart is no longer sold.'],
  ['that never was', unknown, 'A product of your cart is no longer sold.'],
])('a product %s is refused by its id (SIL-23)', async (_, id, message) => {
  const answer = await send(orderOf([{ productId: id, quantity: 1 }], totalOf(1000)));
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'out-of-stock', message, details: [{ path: id }] });
});

it('rejects an unknown offer by its id (SIL-16)', async () => {
  const answer = await send(withLine({ specialOffer: { id: unknown } }));
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'offer-not-available', details: [{ path: unknown }] });
});

it.each(['NOSUCH', '$ne', '  '.padEnd(3, 'x')])(
  'the unknown promo code %p has the one answer',
  async (promoCode) => {
    const answer = await send({ ...withLine({}), promoCode });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'promo-code-invalid',
      message: 'This promo code is not valid.',
    });
  },
);

it('rejects a cart worth more than the safe integers', async () => {
  const dear = 'f'.repeat(24);
  await knownProduct(order, { productId: dear, price: 1_000_000_000 });
  const answer = await send(orderOf([{ productId: dear, quantity: 1000 }], totalOf(1_000_000_000_000)));
  expect(answer.status).toBe(400);
});

it('rejects every token that is missing or invalid (CHKO-21, API-22)', async () => {
  const { tokens } = order;
  const bad = [
    tokens.expired(),
    tokens.algNone(),
    tokens.hmac(),
    tokens.foreign(),
    tokens.wrongAudience(),
    tokens.wrongIssuer(),
    tokens.unknownKey(),
    tokens.withoutRole(),
  ];
  for (const token of [undefined, ...bad]) {
    const call = request(order.app).post('/api/checkout-orders/create');
    if (token !== undefined) void call.set('Authorization', `Bearer ${token}`);
    expect((await call.send(withLine({}))).status).toBe(401);
  }
});
