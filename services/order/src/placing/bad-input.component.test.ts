import { sampleDelivery } from '@kinmel/testing/samples';
import { policyContent } from '../policy/policy-content.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'c'.repeat(24);
const deletedId = 'd'.repeat(24);
const unknownId = 'e'.repeat(24);
let order: TestOrder;

beforeAll(async () => {
  order = await startTestOrder();
  await storeProduct(order, { productId });
  await order.context.inTransaction((session) =>
    order.context.productCopies.save(
      { productId: deletedId, snapshot: { version: 2, product: null }, stock: undefined },
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

const send = (body: unknown) => order.place(body);

const withLine = (line: object) => orderOf([{ productId, quantity: 1, ...line }], totalOf(1000));

it.each([0, -1, 1.5, 1e9, '1', null, { $gt: 0 }])('the quantity %j is refused', async (quantity) => {
  await send(withLine({ quantity })).expect(400);
});

it.each([
  ['name', '   ', 'Please fill in Name'],
  ['phone', undefined, 'Please fill in Phone'],
  ['phone', 'abc', 'Please enter a valid phone number'],
  ['name', 'Asha\nRai', 'Name must be one line'],
  ['city', '', 'Please fill in City'],
  [
    'name',
    'Asha 😀',
    'An invoice cannot write "😀". Please use letters of another alphabet, such as Latin ones.',
  ],
  ['zipCode', '', 'Please fill in ZipCode'],
  ['address', '', 'Please fill in Address'],
  ['email', 'sita@', 'Please enter a valid email address'],
])(
  'an order with the %s %j is refused in words (ORD-O25, ORD-T8, CHKO-05, CHKO-07 to CHKO-12)',
  async (field, value, message) => {
    const customerDetails = { ...sampleDelivery, [field]: value };
    const { body } = await send({ ...withLine({}), customerDetails }).expect(400);
    expect(body).toMatchObject({ success: false, message, error: message });
  },
);

it.each([
  ['no product', { products: [] }],
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
  await send({ ...withLine({}), ...change }).expect(400);
});

it.each([
  ['that was deleted', deletedId],
  ['that never existed', unknownId],
])('a product %s is refused by its id (SIL-23)', async (_, id) => {
  const { body } = await send(orderOf([{ productId: id, quantity: 1 }], totalOf(1000))).expect(409);
  const message = 'A product of your cart is no longer sold.';
  expect(body).toMatchObject({ code: 'out-of-stock', message, details: [{ path: id }] });
});

it('rejects an unknown offer by its id (SIL-16)', async () => {
  const { body } = await send(withLine({ specialOffer: { id: unknownId } })).expect(409);
  expect(body).toMatchObject({ code: 'offer-not-available', details: [{ path: unknownId }] });
});

it.each(['NOSUCH', '$ne', '  '.padEnd(3, 'x')])(
  'the unknown promo code %p gets the common answer',
  async (promoCode) => {
    const { body } = await send({ ...withLine({}), promoCode }).expect(400);
    expect(body).toMatchObject({
      code: 'promo-code-invalid',
      message: 'This promo code is not valid.',
    });
  },
);

it('rejects a cart worth more than the safe integers', async () => {
  const expensiveId = 'f'.repeat(24);
  await storeProduct(order, { productId: expensiveId, price: 1_000_000_000 });
  await send(orderOf([{ productId: expensiveId, quantity: 1000 }], totalOf(1_000_000_000_000))).expect(400);
});

it('rejects a token that is missing or invalid (CHKO-21, API-22)', async () => {
  for (const token of [undefined, order.tokens.foreign()])
    await order.call('post', '/api/checkout-orders/create', token).send(withLine({})).expect(401);
});

it('a payment method that the policy does not offer is refused by its name (ORD-P5)', async () => {
  const payments = { ...policyContent.payments, methods: ['cash_on_delivery' as const] };
  await order.context.policies.ensureStored({
    ...policyContent,
    version: policyContent.version + 1,
    payments,
  });
  order.advanceClock(61_000);
  const { body } = await send({ ...withLine({}), paymentMethod: 'esewa' }).expect(400);
  const message = 'eSewa is not offered at the moment. Please choose another way of paying.';
  expect(body).toMatchObject({
    success: false,
    code: 'invalid-request',
    message,
    details: [{ path: 'paymentMethod', message }],
  });
});
