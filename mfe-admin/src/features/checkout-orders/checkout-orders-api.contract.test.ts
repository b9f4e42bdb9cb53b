import { sampleDelivery } from '@kinmel/testing/samples';
import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../../admin-api.ts';
import {
  answeredAsJson as answered,
  answeredAsCsv,
  asStaff,
  sentAsJson as json,
} from '../../testing/staff-contract.ts';
import { takenAway } from '../../testing/taken-away.ts';
import {
  checkoutOrdersApi,
  newOrdersAddress,
  orderCsvColumns,
  ordersExportAddress,
} from './checkout-orders-api.ts';

const { eachLike, fromProviderState, integer, like, nullValue, number, regex, string } = MatchersV3;

const order = contractBetween('mfe-admin', 'order');

const id = '00000000000000000000a0d1';
const jobId = '00000000000000000000b0b1';
const pending = `the order ${id} of the customer is pending`;
const { endpoints } = checkoutOrdersApi;
const store = (url: string) => sendTo(url, 'staff');

// Only what the screen shows: order may add to it, and may not take any of it away.
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
  version: integer(1),
  ...over,
});

const asking = (state: string, description: string) =>
  order.addInteraction().given(state).uponReceiving(description);
const refused = (code: string) => ({
  success: false,
  message: string('It was changed.'),
  error: string('It was changed.'),
  code,
});

describe('what the screen of checkout orders asks order for (AAPI-45)', () => {
  it('reads a page of them (AAPI-18 to AAPI-20, CONF-60)', () =>
    asking(pending, 'the first page of pending orders paid on delivery')
      .withRequest('GET', '/api/checkout-orders/admin/orders', (request) =>
        request.headers(asStaff).query({
          page: '1',
          limit: '20',
          status: 'pending',
          search: 'KM-7H2K',
          paymentMethod: 'cash_on_delivery',
        }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          orders: eachLike(oneOrder()),
          pagination: { totalPages: integer(1), totalOrders: integer(1) },
        }),
      )
      .executeTest(async ({ url }) => {
        const query = { page: 1, status: 'pending', search: 'KM-7H2K', paymentMethod: 'cash_on_delivery' };
        const { data } = await store(url).dispatch(endpoints.listCheckoutOrders.initiate(query));
        expect(data).toMatchObject({ total: 1, rows: [{ _id: id, orderStatus: 'pending' }] });
      }));

  it('reads them by their total', () =>
    asking(pending, 'the first page of orders by their total')
      .withRequest('GET', '/api/checkout-orders/admin/orders', (request) =>
        request.headers(asStaff).query({ page: '1', limit: '20', status: 'all', sort: 'total_desc' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          orders: eachLike(oneOrder()),
          pagination: { totalPages: integer(1), totalOrders: integer(1) },
        }),
      )
      .executeTest(async ({ url }) => {
        const query = { page: 1, status: 'all', search: '', sort: 'total_desc' };
        const { data } = await store(url).dispatch(endpoints.listCheckoutOrders.initiate(query));
        expect(data).toMatchObject({ rows: [{ _id: id }] });
      }));

  it('reads those of days', () =>
    asking(pending, 'the first page of the orders of days')
      .withRequest('GET', '/api/checkout-orders/admin/orders', (request) =>
        request
          .headers(asStaff)
          .query({ page: '1', limit: '20', status: 'all', from: '2026-01-01', to: '2099-12-31' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          orders: eachLike(oneOrder()),
          pagination: { totalPages: integer(1), totalOrders: integer(1) },
        }),
      )
      .executeTest(async ({ url }) => {
        const days = { from: '2026-01-01', to: '2099-12-31' };
        const query = { page: 1, status: 'all', search: '', ...days };
        const { data } = await store(url).dispatch(endpoints.listCheckoutOrders.initiate(query));
        expect(data).toMatchObject({ rows: [{ _id: id }] });
      }));

  it('takes the list away with each column that it can show', () => {
    const columns = Object.values(orderCsvColumns).flat().join(',');
    const params = { status: 'pending', sort: 'total_desc', columns };
    return asking(pending, 'the pending orders as CSV')
      .withRequest('GET', ordersExportAddress, (request) => request.headers(asStaff).query(params))
      .willRespondWith(200, (answer) => answer.headers(answeredAsCsv))
      .executeTest(async ({ url }) => {
        expect(await takenAway(store(url), { address: ordersExportAddress, params })).toBe('text/csv');
      });
  });

  it('counts what is new, and hears that nothing is (decision 41)', async () => {
    const since = '2026-11-20T10:00:00.000Z';
    const params = { status: 'pending', since };
    const counting = (state: string, description: string, headers: object = {}) =>
      asking(state, description).withRequest('GET', newOrdersAddress, (request) =>
        request.headers({ ...asStaff, ...headers }).query(params),
      );
    const list = { address: newOrdersAddress, params };
    await counting(pending, 'how many orders are new')
      .willRespondWith(200, (answer) =>
        answer
          .headers({ ...answered, ETag: regex('.+', '"nothing"') })
          .jsonBody({ success: true, data: { count: integer(0), since: instant(since) } }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(adminApi.endpoints.countNewRecords.initiate(list));
        expect(data).toEqual({ count: 0, since });
      });
    await counting(
      `nothing is new since the order ${id} of the customer was counted`,
      'how many orders are new, once more',
      { 'If-None-Match': fromProviderState('${etag}', '"nothing"') },
    )
      .willRespondWith(304)
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(adminApi.endpoints.countNewRecords.initiate(list));
        expect(data).toEqual({ count: 0, since });
      });
  });

  it('reads the figures over all of them (AAPI-24, CONF-62)', () =>
    asking(pending, 'the figures of orders')
      .withRequest('GET', '/api/checkout-orders/admin/dashboard-stats', (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: {
            totalOrders: integer(1),
            pendingOrders: integer(1),
            deliveredOrders: integer(0),
            codOrders: integer(1),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.getCheckoutOrderStats.initiate());
        expect(data).toEqual({ totalOrders: 1, pendingOrders: 1, deliveredOrders: 0, codOrders: 1 });
      }));

  it('reads one of another person (AENT-09, AENT-10)', () =>
    asking(pending, 'one order for staff')
      .withRequest('GET', `/api/checkout-orders/${id}`, (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, order: oneOrder() }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.getCheckoutOrder.initiate(id));
        expect(data).toMatchObject({ orderNumber: 'KM-7H2K-94QX', history: [{ by: 'customer' }] });
      }));

  it('sets status, payment and note, and hears when somebody was faster (AAPI-21 to AAPI-23)', async () => {
    const body = {
      orderStatus: 'processing',
      adminNotes: 'It comes on Monday.',
      paymentStatus: 'paid',
    } as const;
    const sending = (version: number, description: string) =>
      asking(pending, description).withRequest(
        'PUT',
        `/api/checkout-orders/admin/orders/${id}/status`,
        (request) => request.headers(json).jsonBody({ ...body, version }),
      );
    await sending(1, 'a status of an order')
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, order: oneOrder(body) }),
      )
      .executeTest(async ({ url }) => {
        const change = { id, body: { ...body, version: 1 } };
        const { data } = await store(url).dispatch(endpoints.updateCheckoutOrder.initiate(change));
        expect(data).toMatchObject(body);
      });
    await sending(9, 'a status of an order with a stale version')
      .willRespondWith(409, (answer) => answer.headers(answered).jsonBody(refused('version-conflict')))
      .executeTest(async ({ url }) => {
        const change = { id, body: { ...body, version: 9 } };
        const { error } = await store(url).dispatch(endpoints.updateCheckoutOrder.initiate(change));
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'version-conflict' });
      });
  });

  it('sets one status on many, which the shop takes on as a job', () => {
    const gone = 'f'.repeat(24);
    const orders = [
      { id, version: 1 },
      { id: gone, version: 1 },
    ];
    const body = { orderStatus: 'processing', adminNotes: 'Packed today.', orders } as const;
    return asking(pending, 'a status of several orders, of which one is gone')
      .withRequest('POST', '/api/checkout-orders/admin/orders/status', (request) =>
        request.headers({ ...json, 'Idempotency-Key': 'a-key-of-staff' }).jsonBody(body),
      )
      .willRespondWith(202, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: { id: regex(/^[0-9a-f]{24}$/, jobId), state: 'running', total: 2, outcomes: [] },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          endpoints.bulkUpdateCheckoutOrders.initiate({ key: 'a-key-of-staff', body }),
        );
        expect(data).toEqual({ id: jobId, isDone: false, total: 2, outcomes: {} });
      });
  });

  it('follows a bulk update until it is done', () =>
    asking(`the bulk update ${jobId} of the order ${id} is done`, 'how far a bulk update is')
      .withRequest('GET', `/api/checkout-orders/admin/bulk-jobs/${jobId}`, (request) =>
        request.headers(asStaff),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: {
            id: jobId,
            state: 'done',
            total: 2,
            outcomes: [
              { id, problem: null },
              { id: 'f'.repeat(24), problem: { message: string('There is no such order.') } },
            ],
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.getOrderJob.initiate(jobId));
        expect(data).toEqual({
          id: jobId,
          isDone: true,
          total: 2,
          outcomes: { [id]: null, ['f'.repeat(24)]: 'There is no such order.' },
        });
      }));

  it('finds the bulk updates again that are under way', () =>
    asking('no bulk update is under way', 'the bulk updates that are under way')
      .withRequest('GET', '/api/checkout-orders/admin/bulk-jobs', (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) => answer.headers(answered).jsonBody({ success: true, data: [] }))
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.listOrderJobs.initiate());
        expect(data).toEqual([]);
      }));

  it('gives the money of a paid one back', () =>
    asking(`the order ${id} of the customer is paid by card`, 'a refund')
      .withRequest('POST', `/api/checkout-orders/admin/orders/${id}/refund`, (request) =>
        request.headers(json).jsonBody({ note: 'Broken in the post.' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(answered)
          .jsonBody({ success: true, order: oneOrder({ paymentStatus: 'refunded', paymentMethod: 'card' }) }),
      )
      .executeTest(async ({ url }) => {
        const refund = { id, note: 'Broken in the post.' };
        const { data } = await store(url).dispatch(endpoints.refundCheckoutOrder.initiate(refund));
        expect(data).toMatchObject({ paymentStatus: 'refunded' });
      }));

  it('hears why a refund cannot be given', () =>
    asking(pending, 'a refund of an order that nobody has paid')
      .withRequest('POST', `/api/checkout-orders/admin/orders/${id}/refund`, (request) =>
        request.headers(json).jsonBody({ note: '' }),
      )
      .willRespondWith(409, (answer) => answer.headers(answered).jsonBody(refused('conflict')))
      .executeTest(async ({ url }) => {
        const { error } = await store(url).dispatch(endpoints.refundCheckoutOrder.initiate({ id, note: '' }));
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'conflict' });
      }));
});
