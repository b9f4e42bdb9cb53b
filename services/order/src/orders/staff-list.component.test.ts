import {
  type BulkOutcome,
  bulkUpdateOrders,
  countNewOrders,
  exportOrders as exportEndpoint,
  getOrderJob,
  type OrderColumn,
  orderColumnNames,
  orderColumns,
  type QueryOf,
} from '@kinmel/contracts';
import { createTimeFormatter } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { readCsv, takeCsv } from '@kinmel/testing/servers';
import { anOrder } from '../testing/order-builder.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';
import type { Order } from './order.ts';
import { personTermsOf } from './orders.store.ts';
import { exportOrders } from './reads/export-orders.ts';

jest.setTimeout(60_000);

const timeOf = createTimeFormatter('Asia/Kathmandu');

const shop = testWithStoredOrders('order-staff-list');
const put = (overrides?: Partial<Order>) => shop.put(overrides);
const orders = '/api/checkout-orders/admin/orders';
const atSecond = (n: number) => new Date(Date.UTC(2026, 10, 20) + n * 1000);
const { pricing, customerDetails } = anOrder();
const withName = (name: string) => ({ ...customerDetails, name });

const get = (path: string, query: object = {}, headers: object = {}) =>
  shop
    .asAdmin('get', path)
    .query(query)
    .set({ ...headers });
const idsOf = async (query: object) =>
  (await get(orders, query).expect(200)).body.orders.map(({ id }: { id: string }) => id);

describe('the list of orders', () => {
  it('is filtered by days of the shop, both included, as are its count and CSV (ORD-O17, ORD-O19)', async () => {
    // 20 November in Nepal begins at 18:15 UTC on the 19th.
    const at = (moment: string) => put({ createdAt: new Date(moment) });
    const before = await at('2026-11-19T18:14:59.999Z');
    const first = await at('2026-11-19T18:15:00.000Z');
    const last = await at('2026-11-21T18:14:59.999Z');
    const after = await at('2026-11-21T18:15:00.000Z');
    expect(await idsOf({ from: '2026-11-20', to: '2026-11-21' })).toEqual([last.id, first.id]);
    expect(await idsOf({ from: '2026-11-20' })).toEqual([after.id, last.id, first.id]);
    expect(await idsOf({ to: '2026-11-19' })).toEqual([before.id]);
    const days = { from: '2026-11-20', to: '2026-11-20' };
    expect(await idsOf(days)).toEqual([first.id]);
    expect(await idsOf({ ...days, status: 'shipped' })).toEqual([]);
    expect(await idsOf({ ...days, search: 'nobody' })).toEqual([]);
    expect(await idsOf({ ...days, sort: 'total_asc' })).toEqual([first.id]);
    const since = before.createdAt.toISOString();
    expect((await get(`${orders}/new`, { ...days, since })).body.data.count).toBe(1);
    expect(readCsv((await get(`${orders}/export`, { ...days, columns: 'orderNumber' })).text)).toEqual([
      ['Order number'],
      [first.orderNumber],
    ]);
  });

  it('reads every filter by days from an index', async () => {
    for (const filter of [{}, { orderStatus: 'pending' }, { paymentMethod: 'card' }] as const) {
      const { queryPlanner } = await shop.database.connection
        .collection('orders')
        .find({ state: 'placed', ...filter, createdAt: { $gte: atSecond(0), $lt: atSecond(9) } })
        .sort({ createdAt: -1, _id: -1 })
        .explain('queryPlanner');
      const plan = JSON.stringify(queryPlanner.winningPlan);
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('"SORT"');
      expect(plan).toMatch(/"createdAt":\["\(?\[?new Date/);
    }
  });

  it('is sorted by date or total, in both directions', async () => {
    const total = (totalInMinorUnits: number) => ({ pricing: { ...pricing, totalInMinorUnits } });
    const middle = await put({ createdAt: atSecond(1), ...total(500) });
    const expensive = await put({ createdAt: atSecond(2), ...total(900) });
    const cheap = await put({ createdAt: atSecond(3), ...total(100), orderStatus: 'shipped' });
    expect(await idsOf({})).toEqual([cheap.id, expensive.id, middle.id]);
    expect(await idsOf({ sort: 'date_asc' })).toEqual([middle.id, expensive.id, cheap.id]);
    expect(await idsOf({ sort: 'total_desc' })).toEqual([expensive.id, middle.id, cheap.id]);
    expect(await idsOf({ sort: 'total_asc', limit: 2 })).toEqual([cheap.id, middle.id]);
    expect(await idsOf({ sort: 'total_asc', limit: 2, page: 2 })).toEqual([expensive.id]);
    expect(await idsOf({ sort: 'total_asc', status: 'pending' })).toEqual([middle.id, expensive.id]);
  });

  it('makes two database calls', async () => {
    await put();
    const before = shop.order.databaseCalls('orders');
    await get(orders, { sort: 'total_desc', status: 'pending', search: 'sita' }).expect(200);
    expect(shop.order.databaseCalls('orders') - before).toBe(2);
  });
});

describe('the count of new orders (ORD-O17)', () => {
  const countNew = (query: object = {}, headers: object = {}) => get(`${orders}/new`, query, headers);

  it('counts orders after the newest one of the list', async () => {
    const first = await put({ createdAt: atSecond(1) });
    const start = (await countNew().expect(200)).body;
    expect(countNewOrders.answer.parse(start)).toEqual(start);
    expect(start.data).toEqual({ count: 0, since: first.createdAt.toISOString() });
    await put({ createdAt: atSecond(2) });
    await put({ createdAt: atSecond(3), orderStatus: 'shipped' });
    const { since } = start.data;
    expect((await countNew({ since })).body.data).toEqual({ count: 2, since });
    expect((await countNew({ since, status: 'shipped' })).body.data.count).toBe(1);
    expect((await countNew({ since, paymentMethod: 'card' })).body.data.count).toBe(0);
    expect((await countNew({ since, search: 'sita' })).body.data.count).toBe(2);
  });

  it('answers 304 while nothing is new', async () => {
    const { createdAt } = await put({ createdAt: atSecond(1) });
    const since = createdAt.toISOString();
    const first = await countNew({ since }).expect(200);
    const tag = { 'If-None-Match': String(first.headers['etag']) };
    expect((await countNew({ since }, tag).expect(304)).text).toBe('');
    await put({ createdAt: atSecond(2) });
    await countNew({ since }, tag).expect(200);
  });
});

describe('a bulk update of orders (ORD-O18)', () => {
  const bulk = (body: object) => shop.asAdmin('post', `${orders}/status`).send(body);
  const outcomesOf = async (body: object): Promise<BulkOutcome[]> => {
    const accepted = bulkUpdateOrders.answer.parse((await bulk(body).expect(202)).body).data;
    return eventually(async () => {
      const address = getOrderJob.path.replace('{jobId}', accepted.id);
      const job = getOrderJob.answer.parse((await get(address).expect(200)).body).data;
      expect(job.state).toBe('done');
      return job.outcomes;
    }, 60_000);
  };

  it('changes the others of 100 when one is stale, one deleted and one rejected', async () => {
    const storedOrders = await Promise.all(Array.from({ length: 99 }, () => put()));
    const [stale, cancelled] = storedOrders as [Order, Order];
    await shop.order.context.orders.save(stale, { ...stale, version: 2 }, []);
    await shop.order.context.orders.save(
      cancelled,
      { ...cancelled, orderStatus: 'cancelled', version: 1 },
      [],
    );
    const missingId = '0'.repeat(24);
    const outcomes = await outcomesOf({
      orderStatus: 'processing',
      adminNotes: 'On the bench',
      orders: [...storedOrders.map(({ id, version }) => ({ id, version })), { id: missingId, version: 1 }],
    });
    const codes = Object.fromEntries(
      outcomes.flatMap(({ id, problem }) => (problem ? [[id, problem.code]] : [])),
    );
    expect(codes).toEqual({
      [stale.id]: 'version-conflict',
      [cancelled.id]: 'conflict',
      [missingId]: 'not-found',
    });
    expect(outcomes).toHaveLength(100);
    for (const { id } of storedOrders) {
      const now = await shop.order.context.orders.find(id);
      const isUnchanged = id === stale.id || id === cancelled.id;
      expect(now?.history.at(-1)).toMatchObject(
        isUnchanged ? { by: 'customer' } : { by: 'admin', to: 'processing', note: 'On the bench' },
      );
    }
  });

  it('uses one note for all steps that need it (SIL-38)', async () => {
    const { id } = await put();
    const step = { orderStatus: 'delivered', orders: [{ id, version: 1 }] };
    expect(await outcomesOf(step)).toMatchObject([{ problem: { code: 'invalid-request' } }]);
    expect(await outcomesOf({ ...step, adminNotes: 'Collected' })).toEqual([{ id, problem: null }]);
  });

  it('accepts at most 100 orders, each with its version', async () => {
    const item = { id: (await put()).id, version: 1 };
    for (const invalidFields of [
      { orders: [] },
      { orders: Array.from({ length: 101 }, () => item) },
      { orders: [{ id: item.id }] },
      { orders: [{ id: 'x', version: 1 }] },
      { orderStatus: 'quoted' },
      { adminNotes: 'x'.repeat(1001) },
    ])
      await bulk({ orderStatus: 'processing', orders: [item], ...invalidFields }).expect(400);
    expect((await shop.order.context.orders.find(item.id))?.version).toBe(1);
  });
});

describe('the CSV of orders (ORD-O19)', () => {
  const csv = (query: object = {}) => get(`${orders}/export`, query);
  const linesOf = async (query: object) => readCsv((await csv(query).expect(200)).text);

  it('has the filtered rows of all pages in the given columns and sort', async () => {
    await put({ createdAt: atSecond(1), customerDetails: withName('Ram Thapa'), orderStatus: 'shipped' });
    await put({
      createdAt: atSecond(2),
      customerDetails: withName('Gita "G" Rai'),
      orderStatus: 'shipped',
      credit: { amountInMinorUnits: 30_000, currency: 'NPR', isReturned: false },
    });
    await put({ createdAt: atSecond(3) });
    const { headers } = await csv().expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe('attachment; filename="checkout-orders.csv"');
    expect(
      await linesOf({ status: 'shipped', columns: 'total,credit,customer,products', sort: 'date_asc' }),
    ).toEqual([
      ['Total (NPR)', 'Credit (NPR)', 'Customer', 'Products'],
      ['1080', '0', 'Ram Thapa', '1 × Galaxy S26'],
      ['1080', '300', 'Gita "G" Rai', '1 × Galaxy S26'],
    ]);
    expect(await linesOf({ search: 'ram', columns: 'customer' })).toEqual([['Customer'], ['Ram Thapa']]);
  });

  it('has only the header when nothing matches, and all columns by default', async () => {
    await put();
    expect(await linesOf({ paymentMethod: 'card' })).toEqual([
      orderColumnNames.map((name) => orderColumns[name]),
    ]);
  });

  it('escapes quotes, line breaks and formulas of 10,000 orders, and streams them in batches (F-06)', async () => {
    const names = [
      'Ram "R" Thapa',
      'two\r\nlines',
      'सीता शर्मा',
      '=HYPERLINK("http://x")',
      '+977',
      '-1',
      '@x',
      '\tx',
    ];
    const orders10k = Array.from({ length: 10_000 }, (_, n) => {
      const { id: _id, ...fields } = anOrder({
        orderNumber: `KM-${n}`,
        customerDetails: withName(`${names[n % names.length]}${n}`),
        pricing: { ...pricing, totalInMinorUnits: n * 100 },
        createdAt: atSecond(n),
      });
      return { ...fields, state: 'placed', search: personTermsOf(fields) };
    });
    await shop.database.connection.collection('orders').insertMany(orders10k);
    const columns: OrderColumn[] = ['orderNumber', 'customer', 'total', 'date'];
    const expectedRows = orders10k.map((order) => {
      const { name } = order.customerDetails;
      const isFormula = /^[=+\-@\t\r]/.test(name);
      const total = order.pricing.totalInMinorUnits / 100;
      return [order.orderNumber, `${isFormula ? "'" : ''}${name}`, String(total), timeOf(order.createdAt)];
    });
    const [head, ...rows] = await linesOf({ columns: columns.join(','), sort: 'date_asc' });
    expect(head).toEqual(columns.map((name) => orderColumns[name]));
    expect(rows).toEqual(expectedRows);

    const query = exportEndpoint.query?.parse({ columns: columns.join(',') }) as QueryOf<
      typeof exportEndpoint
    >;
    const exported = await takeCsv(await exportOrders(shop.order.context, query), shop.watched.connection);
    expect(exported.lines.slice(1)).toEqual(expectedRows.toReversed());
    expect(exported.largestBatch).toBe(500);
    // A few batches: in transit, being written, and in stream buffers.
    expect(exported.furthestAhead).toBeLessThan(2_500);
  });
});

it('excludes abandoned orders from list, count and CSV', async () => {
  await shop.order.context.orders.settle(shop.order.context.newId(), new Date());
  expect(await idsOf({})).toEqual([]);
  expect(readCsv((await get(`${orders}/export`, { columns: 'orderNumber' })).text)).toEqual([
    ['Order number'],
  ]);
});
