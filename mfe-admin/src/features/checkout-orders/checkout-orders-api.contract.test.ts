import { sampleDelivery } from '@kinmel/testing/samples';
import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../../admin-api.ts';
import { type Agreement, agreedWith, csvMediaType, exchangeWith } from '../../testing/staff-contract.ts';
import {
  checkoutOrdersApi,
  newOrdersAddress,
  orderCsvColumns,
  ordersExportAddress,
} from './checkout-orders-api.ts';

const { boolean, eachLike, fromProviderState, integer, like, nullValue, number, regex, string } = MatchersV3;

const ask = exchangeWith('order');
const agreed = agreedWith('order');
const id = '00000000000000000000a0d1';
const returnedId = '00000000000000000000a1b2';
const returnId = '00000000000000000000a1b3';
const jobId = '00000000000000000000b0b1';
const given = `the order ${id} of the customer is pending`;
const path = '/api/checkout-orders/admin/orders';
const { endpoints } = checkoutOrdersApi;

// Only the fields that the page needs.
const oneOrder = (over: object = {}) => ({
  _id: regex(/^[0-9a-f]{24}$/, id),
  orderNumber: string('KM-7H2K-94QX'),
  createdAt: instant('2026-11-20T10:00:00.000Z'),
  orderStatus: 'pending',
  paymentStatus: 'pending',
  paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
  customerDetails: like(sampleDelivery),
  products: eachLike({
    productId: string('a'.repeat(24)),
    name: string('Galaxy S26'),
    details: string('256 GB, Silver'),
    quantity: integer(1),
    lineTotal: number(1000),
    specialOffer: nullValue(),
  }),
  pricing: like({ subtotal: number(1000), shipping: number(0), tax: number(80), total: number(1080) }),
  adminNotes: string(''),
  history: eachLike({
    at: instant('2026-11-20T10:00:00.000Z'),
    by: regex(/^(customer|admin|shop)$/, 'customer'),
    what: regex(/^(order-status|payment-status|note)$/, 'order-status'),
    to: string('pending'),
    note: string(''),
  }),
  returns: [],
  otherPayments: [],
  version: integer(1),
  ...over,
});

describe('the orders page with order (AAPI-45)', () => {
  const page = {
    orders: eachLike(oneOrder()),
    pagination: { totalPages: integer(1), totalOrders: integer(1) },
  };

  it.each([
    [
      'the first page of pending orders paid on delivery',
      { status: 'pending', search: 'KM-7H2K', paymentMethod: 'cash_on_delivery' },
    ],
    ['the first page of orders by their total', { status: 'all', sort: 'total_desc' }],
    ['the first page of the orders of days', { status: 'all', from: '2026-01-01', to: '2099-12-31' }],
  ])('reads %s (AAPI-18 to AAPI-20, ACHK-20, AGATE-23, CONF-60, CONF-61)', (upon, filter) =>
    agreed({
      given,
      upon,
      path,
      query: { page: '1', limit: '20', ...filter },
      answer: page,
      send: endpoints.listCheckoutOrders.initiate({ page: 1, ...filter }),
      read: { total: 1, rows: [{ _id: id, orderStatus: 'pending' }] },
    }),
  );

  it('downloads the list with each column that it can show', async () => {
    const columns = Object.values(orderCsvColumns).flat().join(',');
    const params = { status: 'pending', sort: 'total_desc', columns };
    const type = await ask(
      { given, upon: 'the pending orders as CSV', path: ordersExportAddress, query: params, answer: 'csv' },
      (store) => csvMediaType(store, { address: ordersExportAddress, params }),
    );
    expect(type).toBe('text/csv');
  });

  it('counts new orders, and treats a 304 as the same count (decision 64)', async () => {
    const since = '2026-11-20T10:00:00.000Z';
    const params = { status: 'pending', since };
    const counting = { path: newOrdersAddress, query: params };
    const { countNewRecords } = adminApi.endpoints;
    const list = { address: newOrdersAddress, params };
    const first = await ask(
      {
        ...counting,
        given,
        upon: 'how many orders are new',
        answerHeaders: { ETag: regex('.+', '"nothing"') },
        answer: { data: { count: integer(0), since: instant(since) } },
      },
      ({ dispatch }) => dispatch(countNewRecords.initiate(list)),
    );
    expect(first.data).toEqual({ count: 0, since });
    const second = await ask(
      {
        ...counting,
        given: `nothing is new since the order ${id} of the customer was counted`,
        upon: 'how many orders are new, once more',
        headers: { 'If-None-Match': fromProviderState('${etag}', '"nothing"') },
        status: 304,
        answer: 'none',
      },
      ({ dispatch }) => dispatch(countNewRecords.initiate(list)),
    );
    expect(second.data).toEqual({ count: 0, since });
  });

  const update = { given, method: 'PUT', path: `${path}/${id}/status` } as const;
  const processing = {
    orderStatus: 'processing',
    adminNotes: 'It comes on Monday.',
    paymentStatus: 'paid',
  } as const;
  const send = (version: number) =>
    endpoints.updateCheckoutOrder.initiate({ id, body: { ...processing, version } });
  const missing = 'f'.repeat(24);
  const many = {
    orderStatus: 'processing' as const,
    adminNotes: 'Packed today.',
    orders: [id, missing].map((one) => ({ id: one, version: 1 })),
  };
  const jobs = '/api/checkout-orders/admin/bulk-jobs';
  const refund = { method: 'POST', path: `${path}/${id}/refund` } as const;

  it.each([
    {
      given,
      upon: 'the figures of orders (AAPI-24, CONF-62)',
      path: '/api/checkout-orders/admin/dashboard-stats',
      answer: {
        data: {
          totalOrders: integer(1),
          pendingOrders: integer(1),
          deliveredOrders: integer(0),
          codOrders: integer(1),
        },
      },
      send: endpoints.getCheckoutOrderStats.initiate(),
      read: { totalOrders: 1, pendingOrders: 1, deliveredOrders: 0, codOrders: 1 },
    },
    {
      given,
      upon: 'one order for staff (AENT-09, AENT-10)',
      path: `/api/checkout-orders/${id}`,
      answer: { order: oneOrder() },
      send: endpoints.getCheckoutOrder.initiate(id),
      read: { orderNumber: 'KM-7H2K-94QX', history: [{ by: 'customer' }] },
    },
    {
      given: `the order ${id} of the customer used credit`,
      upon: 'one order that used credit, for staff',
      path: `/api/checkout-orders/${id}`,
      answer: {
        order: {
          ...oneOrder(),
          userId: string('6600000000000000000000c1'),
          credit: { amountInMinorUnits: integer(1_240_000), currency: 'NPR', isReturned: boolean(false) },
        },
      },
      send: endpoints.getCheckoutOrder.initiate(id),
      read: { userId: '6600000000000000000000c1', credit: { amountInMinorUnits: 1_240_000 } },
    },
    {
      ...update,
      upon: 'a status of an order (AAPI-21 to AAPI-23)',
      body: { ...processing, version: 1 },
      answer: { order: oneOrder(processing) },
      send: send(1),
      read: processing,
    },
    {
      ...update,
      upon: 'a status of an order with a stale version (AAPI-21)',
      body: { ...processing, version: 9 },
      status: 409,
      refusal: ['version-conflict', 'It was changed.'],
      send: send(9),
    },
    {
      given,
      upon: 'a status of several orders, of which one is gone',
      method: 'POST',
      path: `${path}/status`,
      headers: { 'Idempotency-Key': 'a-key-of-staff' },
      body: many,
      status: 202,
      answer: { data: { id: regex(/^[0-9a-f]{24}$/, jobId), state: 'running', total: 2, outcomes: [] } },
      send: endpoints.bulkUpdateCheckoutOrders.initiate({ key: 'a-key-of-staff', body: many }),
      read: { id: jobId, isDone: false, total: 2, outcomes: {} },
    },
    {
      given: `the bulk update ${jobId} of the order ${id} is done`,
      upon: 'how far a bulk update is',
      path: `${jobs}/${jobId}`,
      answer: {
        data: {
          id: jobId,
          state: 'done',
          total: 2,
          outcomes: [
            { id, problem: null },
            { id: missing, problem: { message: string('There is no such order.') } },
          ],
        },
      },
      send: endpoints.getOrderJob.initiate(jobId),
      read: {
        id: jobId,
        isDone: true,
        total: 2,
        outcomes: { [id]: null, [missing]: 'There is no such order.' },
      },
    },
    {
      given: 'no bulk update is under way',
      upon: 'the bulk updates that are under way',
      path: jobs,
      answer: { data: [] },
      send: endpoints.listOrderJobs.initiate(),
      read: [],
    },
    {
      ...refund,
      given: `the order ${id} of the customer is paid by card`,
      upon: 'a refund',
      body: { note: 'Broken in the post.' },
      answer: { order: oneOrder({ paymentStatus: 'refunded', paymentMethod: 'card' }) },
      send: endpoints.refundCheckoutOrder.initiate({ id, note: 'Broken in the post.' }),
      read: { paymentStatus: 'refunded' },
    },
    {
      given: `the order ${returnedId} has a settled return whose refund failed`,
      upon: 'a refund of a return that was handed back',
      method: 'POST',
      path: `${path}/${returnedId}/returns/${returnId}/refund`,
      body: { isByHand: true },
      answer: {
        data: oneOrder({
          _id: returnedId,
          orderStatus: 'delivered',
          paymentStatus: 'paid',
          returns: [
            {
              id: returnId,
              reference: string('R-7H2K94QX'),
              payment: { amountInMinorUnits: integer(108_000), currency: 'NPR' },
              credit: { amountInMinorUnits: integer(0), currency: 'NPR' },
              state: 'done',
              at: instant('2026-11-20T10:00:00.000Z'),
            },
          ],
        }),
      },
      send: endpoints.refundReturn.initiate({ id: returnedId, returnId, isByHand: true }),
      read: { returns: [{ id: returnId, state: 'done' }] },
    },
    {
      given: `the order ${id} of the customer was paid twice, and staff hand one payment back`,
      upon: 'a payment that was handed back',
      method: 'POST',
      path: `${path}/${id}/payments/esewa_2/handed-back`,
      body: {},
      answer: {
        data: oneOrder({
          paymentStatus: 'paid',
          paymentMethod: 'esewa',
          otherPayments: [
            {
              id: 'esewa_2',
              amount: { amountInMinorUnits: integer(108_000), currency: 'NPR' },
              state: 'done',
            },
          ],
        }),
      },
      send: endpoints.handBackPayment.initiate({ id, paymentId: 'esewa_2' }),
      read: { otherPayments: [{ id: 'esewa_2', state: 'done' }] },
    },
    {
      ...refund,
      given,
      upon: 'a refund of an order that nobody has paid',
      body: { note: '' },
      status: 409,
      refusal: ['conflict', 'It was changed.'],
      send: endpoints.refundCheckoutOrder.initiate({ id, note: '' }),
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreed);
});
