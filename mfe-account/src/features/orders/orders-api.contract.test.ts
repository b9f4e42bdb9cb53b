import { sampleDelivery } from '@kinmel/testing/samples';
import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  instant,
  problemAnswer,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { ordersApi } from './orders-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const order = contractBetween('mfe-account', 'order');

const orderId = '00000000000000000000a0d1';
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
  returns: [],
  returnUntil: nullValue(),
  canCancel: boolean(true),
  canPay: boolean(false),
});
const credit = { amountInMinorUnits: integer(1_240_000), currency: 'NPR', isReturned: boolean(false) };

const signedIn = 'a customer is signed in';
const pending = `the order ${orderId} of the customer is pending`;
const cancelPath = `/api/checkout-orders/${orderId}/cancel`;

it.each([
  {
    given: [signedIn, pending],
    name: 'the own orders',
    request: ['GET', '/api/checkout-orders/user/orders', { query: { page: '1', limit: '10' } }],
    answer: [
      200,
      {
        success: true,
        orders: eachLike(oneOrder()),
        pagination: {
          currentPage: integer(1),
          totalPages: integer(1),
          totalOrders: integer(1),
          hasPrev: boolean(false),
          hasNext: boolean(false),
        },
      },
    ],
    send: endpoints.listMyOrders.initiate(1),
    expected: { data: { page: 1, totalOrders: 1, orders: [{ _id: orderId }] } },
  },
  {
    given: [signedIn, pending],
    name: 'one own order',
    request: ['GET', `/api/checkout-orders/${orderId}`],
    answer: [200, { success: true, order: oneOrder() }],
    send: endpoints.getMyOrder.initiate(orderId),
    expected: { data: { orderNumber: 'KM-7H2K-94QX', canCancel: true } },
  },
  {
    given: [signedIn, `the order ${orderId} of the customer used credit`],
    name: 'one own order that used credit',
    request: ['GET', `/api/checkout-orders/${orderId}`],
    answer: [200, { success: true, order: { ...oneOrder(), credit } }],
    send: endpoints.getMyOrder.initiate(orderId),
    expected: { data: { credit: { amountInMinorUnits: 1_240_000, isReturned: false } } },
  },
  {
    given: [signedIn, pending],
    name: 'an order to be cancelled',
    request: ['POST', cancelPath, { body: {} }],
    answer: [200, { success: true, order: { ...oneOrder('cancelled'), canCancel: boolean(false) } }],
    send: endpoints.cancelOrder.initiate(orderId),
    expected: { data: { orderStatus: 'cancelled' } },
  },
  {
    given: [signedIn, `the order ${orderId} of the customer is shipped`],
    name: 'an order to be cancelled too late',
    request: ['POST', cancelPath, { body: {} }],
    answer: [409, problemAnswer('not-cancellable', 'Too late.')],
    send: endpoints.cancelOrder.initiate(orderId),
    expected: { problem: { status: 409, code: 'not-cancellable' } },
  },
  {
    given: [signedIn, `the order ${orderId} of the customer waits for its card payment`],
    name: 'a payment page',
    request: ['POST', '/api/payment/checkout-session', { body: { orderId } }],
    answer: [201, { success: true, url: regex('^https?://.+', 'https://pay.example/session/1') }],
    send: endpoints.payOrder.initiate(orderId),
    expected: { data: { url: 'https://pay.example/session/1' } },
  },
] satisfies EndpointExchange[])(
  'the order pages agree with order on $name (API-24, API-25, ENT-38, ORD-07, ORD-08, SIL-37)',
  (row) => endpointExchange(order, { ...row, token: 'customer' }),
);
