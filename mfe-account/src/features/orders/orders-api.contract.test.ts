import { sampleDelivery } from '@kinmel/testing/samples';
import { contractBetween, instant, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { ordersApi } from './orders-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const order = contractBetween('mfe-account', 'order');

const orderId = '00000000000000000000a0d1';
const signedIn = { Authorization: regex('^Bearer .+', 'Bearer customer') };
const { endpoints } = ordersApi;

// Only the fields that the pages show: order may add others and may not remove any.
const oneOrder = (status = 'pending') => ({
  _id: regex(/^[0-9a-f]{24}$/, orderId),
  orderNumber: string('KM-7H2K-94QX'),
  createdAt: instant('2026-11-20T10:00:00.000Z'),
  orderStatus: status,
  paymentStatus: regex(/^(pending|paid|failed|refunded)$/, 'pending'),
  paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
  customerDetails: like(sampleDelivery),
  products: eachLike({
    productId: string('a'.repeat(24)),
    name: string('Galaxy S26'),
    details: string('256 GB, Silver'),
    image: string(''),
    price: number(1000),
    quantity: integer(1),
    lineTotal: number(1000),
    promoCode: nullValue(),
    specialOffer: nullValue(),
  }),
  pricing: like({ subtotal: number(1000), shipping: number(0), tax: number(80), total: number(1080) }),
  decisions: eachLike({ rule: string('tax'), title: string('Tax (8%)') }),
  adminNotes: string(''),
  history: eachLike({
    at: instant('2026-11-20T10:00:00.000Z'),
    what: regex(/^(order-status|payment-status|note)$/, 'order-status'),
    to: string('pending'),
    note: string(''),
  }),
  canCancel: boolean(true),
  canPay: boolean(false),
});

describe('requests of the order pages to order', () => {
  const asking = (state: string, description: string) =>
    order.addInteraction().given('a customer is signed in').given(state).uponReceiving(description);
  const pending = `the order ${orderId} of the customer is pending`;

  it("reads a page of the user's orders (API-24, API-25, ORD-07, ORD-08)", () =>
    asking(pending, 'the own orders')
      .withRequest('GET', '/api/checkout-orders/user/orders', (request) =>
        request.headers(signedIn).query({ page: '1', limit: '10' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          orders: eachLike(oneOrder()),
          pagination: {
            currentPage: integer(1),
            totalPages: integer(1),
            totalOrders: integer(1),
            hasPrev: boolean(false),
            hasNext: boolean(false),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.listMyOrders.initiate(1));
        expect(data).toMatchObject({ page: 1, totalOrders: 1, orders: [{ _id: orderId }] });
      }));

  it('reads one order (ENT-38)', () =>
    asking(pending, 'one own order')
      .withRequest('GET', `/api/checkout-orders/${orderId}`, (request) => request.headers(signedIn))
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({ success: true, order: oneOrder() }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.getMyOrder.initiate(orderId));
        expect(data).toMatchObject({ orderNumber: 'KM-7H2K-94QX', canCancel: true });
      }));

  const cancelling = (state: string, description: string) =>
    asking(state, description).withRequest('POST', `/api/checkout-orders/${orderId}/cancel`, (request) =>
      request.headers(signedIn).jsonBody({}),
    );

  it('cancels an order (SIL-37)', () =>
    cancelling(pending, 'an order to be cancelled')
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, order: { ...oneOrder('cancelled'), canCancel: boolean(false) } }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.cancelOrder.initiate(orderId));
        expect(data).toMatchObject({ orderStatus: 'cancelled' });
      }));

  it('handles an order that cannot be cancelled any more (SIL-37)', () =>
    cancelling(`the order ${orderId} of the customer is shipped`, 'an order to be cancelled too late')
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string('Too late.'),
          error: string('Too late.'),
          code: 'not-cancellable',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url, 'customer').dispatch(endpoints.cancelOrder.initiate(orderId));
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'not-cancellable' });
      }));

  it('requests a payment page of an order', () =>
    asking(`the order ${orderId} of the customer waits for its card payment`, 'a payment page')
      .withRequest('POST', '/api/payment/checkout-session', (request) =>
        request.headers(signedIn).jsonBody({ orderId }),
      )
      .willRespondWith(201, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, url: regex('^https?://.+', 'https://pay.example/session/1') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.payOrder.initiate(orderId));
        expect(data).toBe('https://pay.example/session/1');
      }));
});
