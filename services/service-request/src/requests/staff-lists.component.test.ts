import { phoneOrderStatusChanged } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { readCsv, takeCsv, type WatchedConnection, watchedConnection } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import request from 'supertest';
import { createRequestStores } from '../request-stores.ts';
import { aBooking } from '../testing/booking-form.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { aSellForm } from '../testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from '../testing/test-service-request.ts';
import { exportRequests } from './requests.routes.ts';

let service: TestServiceRequest;
let watched: WatchedConnection | undefined;
beforeAll(async () => {
  service = await startTestServiceRequest();
});
afterEach(async () => {
  service.setClock('2026-11-23T06:00:00Z');
  await service.database.empty();
});
afterAll(async () => {
  await service.stop();
  await watched?.close();
});

const admin = () => ({ Authorization: `Bearer ${service.tokens.admin()}` });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

async function newest(address: string): Promise<{ id: string; createdAt: string }> {
  const { data } = (await request(service.server).get(address).set(admin()).expect(200)).body;
  return (data.requests ?? data.bookings ?? data)[0];
}
async function sell(form: object = {}) {
  const call = request(service.server).post('/api/sell-phone/request');
  for (const [name, value] of Object.entries({ ...aSellForm(), ...form })) void call.field(name, value);
  await call.expect(201);
  return newest('/api/sell-phone/requests');
}
async function book() {
  await request(service.server).post('/api/bookings').send(aBooking()).expect(201);
  return newest('/api/bookings');
}
async function order() {
  await request(service.server).post('/api/admin/phone-orders').send(aPhoneOrder()).expect(201);
  return newest('/api/admin/phone-orders');
}
const makeOne = { 'sell-request': sell, 'repair-booking': book, 'phone-order': order } as const;
type Kind = keyof typeof makeOne;
const addressOf = (kind: Kind, id: string) =>
  ({
    'sell-request': `/api/sell-phone/request/${id}`,
    'repair-booking': `/api/bookings/${id}`,
    'phone-order': `/api/admin/phone-orders/${id}`,
  })[kind];
const kinds = Object.keys(makeOne) as Kind[];

const countNew = (query: object, headers: object = admin()) =>
  request(service.server)
    .get('/api/admin/requests/new')
    .query(query)
    .set({ ...headers });
const bulk = (body: object, headers: object = admin()) =>
  request(service.server)
    .post('/api/admin/requests/status')
    .set({ ...headers })
    .send(body);

describe.each(kinds)('one %s', (kind) => {
  it('is read by staff alone, in its current state with the usual next statuses (SIL-38, F-08, G-06)', async () => {
    const { id } = await makeOne[kind]();
    const one = () => request(service.server).get(addressOf(kind, id));
    expect((await one()).status).toBe(401);
    expect((await one().set(as(service.tokens.customer()))).status).toBe(403);
    const { data } = (await one().set(admin()).expect(200)).body;
    expect(data).toMatchObject({ id, status: 'pending', version: 1 });
    expect(data.usualSteps).toContain(kind === 'sell-request' ? 'quoted' : 'confirmed');
    const gone = addressOf(kind, 'a'.repeat(24));
    expect((await request(service.server).get(gone).set(admin())).status).toBe(404);
    const broken = addressOf(kind, 'status[$ne]');
    expect((await request(service.server).get(broken).set(admin())).status).toBe(400);
  });
});

describe('the count of new requests', () => {
  it.each(kinds)('of the kind %s starts at the newest request and counts later ones (G9)', async (kind) => {
    const first = await makeOne[kind]();
    const start = (await countNew({ kind }).expect(200)).body.data;
    expect(start).toEqual({ count: 0, since: first.createdAt });
    service.setClock('2026-11-23T06:01:00Z');
    await makeOne[kind]();
    await makeOne[kind]();
    const { body } = await countNew({ kind, since: start.since }).expect(200);
    expect(body.data).toEqual({ count: 2, since: first.createdAt });
  });

  it('is answered with 304 while nothing is new', async () => {
    const { createdAt: since } = await sell();
    const first = await countNew({ kind: 'sell-request', since }).expect(200);
    const tag = { 'If-None-Match': String(first.headers['etag']) };
    const again = await countNew({ kind: 'sell-request', since }, { ...admin(), ...tag }).expect(304);
    expect(again.text).toBe('');
    service.setClock('2026-11-23T06:01:00Z');
    await sell();
    await countNew({ kind: 'sell-request', since }, { ...admin(), ...tag }).expect(200);
  });

  it('follows the filter and search of its list, and starts now when the list is empty (G9)', async () => {
    expect((await countNew({ kind: 'phone-order' })).body.data).toEqual({
      count: 0,
      since: '2026-11-23T06:00:00.000Z',
    });
    await sell({ model: 'iPhone 12' });
    const since = '2026-11-23T05:00:00.000Z';
    const count = async (over: object) =>
      (await countNew({ kind: 'sell-request', since, ...over }).expect(200)).body.data.count;
    expect(await count({})).toBe(1);
    expect(await count({ status: 'all', search: 'IPHONE' })).toBe(1);
    expect(await count({ status: 'quoted' })).toBe(0);
    expect(await count({ search: '.*' })).toBe(0);
  });

  it('is refused to others and for invalid parameters (F-10, C-04)', async () => {
    expect((await countNew({ kind: 'sell-request' }, {})).status).toBe(401);
    expect((await countNew({ kind: 'sell-request' }, as(service.tokens.customer()))).status).toBe(403);
    for (const query of [
      {},
      { kind: 'order' },
      { kind: 'sell-request', status: 'hacked' },
      { kind: 'sell-request', since: 'yesterday' },
      { kind: 'sell-request', search: 'x'.repeat(101) },
      { kind: 'sell-request', limit: '5' },
    ])
      expect((await countNew(query)).status).toBe(400);
  });
});

describe('a bulk update', () => {
  it('changes each request on its own: a stale, a deleted and a refused one report why and do not stop the others (G8)', async () => {
    const rows: { id: string; version: number }[] = [];
    for (let row = 0; row < 20; row += 1) rows.push({ id: (await order()).id, version: 1 });
    const [stale, refused] = rows as [{ id: string; version: number }, { id: string; version: number }];
    const put = (id: string, body: object) =>
      request(service.server).put(addressOf('phone-order', id)).set(admin()).send(body).expect(200);
    await put(stale.id, { status: 'confirmed' });
    await put(refused.id, { status: 'shipped', adminNotes: 'It left with the courier at once.' });
    refused.version = 2;
    const gone = { id: 'a'.repeat(24), version: 1 };
    const { body } = await bulk({
      kind: 'phone-order',
      status: 'processing',
      requests: [...rows, gone],
    }).expect(200);
    const problemOf = (id: string) => body.data.find((one: { id: string }) => one.id === id).problem;
    expect(problemOf(stale.id).code).toBe('version-conflict');
    expect(problemOf(refused.id)).toEqual({
      code: 'conflict',
      message: 'Please say in the notes why this step goes back or leaves one out.',
    });
    expect(problemOf(gone.id).code).toBe('not-found');
    const refusals = body.data.filter((one: { problem: unknown }) => one.problem !== null);
    expect(refusals).toHaveLength(3);
    const { data } = (await request(service.server).get('/api/admin/phone-orders').set(admin())).body;
    const statuses = data.map((one: { status: string }) => one.status);
    expect(statuses.filter((status: string) => status === 'processing')).toHaveLength(18);
    expect(data.find((one: { id: string }) => one.id === refused.id)).toMatchObject({ status: 'shipped' });
    await eventually(() => {
      const told = service.bus.published.filter(({ type }) => type === phoneOrderStatusChanged.type);
      expect(told.length).toBeGreaterThanOrEqual(20);
    });
  });

  it.each(kinds)('of the kind %s applies one note to all that need it (G8, SIL-38)', async (kind) => {
    const requests = [{ id: (await makeOne[kind]()).id, version: 1 }];
    const last = { 'sell-request': 'completed', 'repair-booking': 'done', 'phone-order': 'delivered' }[kind];
    const without = await bulk({ kind, status: last, requests }).expect(200);
    expect(without.body.data[0].problem.code).toBe('conflict');
    const noted = { kind, status: last, adminNotes: 'All done at the counter.', requests };
    expect((await bulk(noted).expect(200)).body.data).toEqual([{ id: requests[0]?.id, problem: null }]);
    const one = await request(service.server)
      .get(addressOf(kind, requests[0]?.id ?? ''))
      .set(admin());
    expect(one.body.data).toMatchObject({ status: last, adminNotes: 'All done at the counter.', version: 2 });
  });

  it('is refused to others, and as a whole when it is invalid (G8)', async () => {
    const requests = [{ id: (await order()).id, version: 1 }];
    const good = { kind: 'phone-order', status: 'confirmed', requests };
    expect((await bulk(good, {})).status).toBe(401);
    expect((await bulk(good, as(service.tokens.customer()))).status).toBe(403);
    for (const over of [
      { requests: [] },
      { requests: Array.from({ length: 101 }, () => requests[0]) },
      { requests: [{ id: requests[0]?.id }] },
      { requests: [{ id: 'x', version: 1 }] },
      { status: 'quoted' },
      { kind: 'order' },
      { adminNotes: 'x'.repeat(1001) },
    ])
      expect((await bulk({ ...good, ...over })).status).toBe(400);
    expect((await newest('/api/admin/phone-orders')) as object).toMatchObject({ status: 'pending' });
  });
});

describe('the CSV of a list', () => {
  const csv = (query: object, headers: object = admin()) =>
    request(service.server)
      .get('/api/admin/requests/export')
      .query(query)
      .set({ ...headers });

  it('contains exactly the filtered rows, newest first, in the requested columns, with formulas escaped (G12, F-06)', async () => {
    await sell({ fullName: '=HYPERLINK("http://x")', model: 'iPhone "13", blue' });
    service.setClock('2026-11-23T06:01:00Z');
    const { id } = await sell({ fullName: 'नेपाली नाम', description: 'one' });
    await request(service.server)
      .put(`/api/sell-phone/request/${id}/quote`)
      .set(admin())
      .send({ estimatedPrice: 250.5 })
      .expect(200);
    const { text, headers } = await csv({
      kind: 'sell-request',
      columns: 'customer,model,estimatedPrice',
    }).expect(200);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(text.replace('\uFEFF', '')).toBe(
      [
        'Customer,Model,Estimated price (USD)',
        'नेपाली नाम,iPhone 13,250.5',
        `"'=HYPERLINK(""http://x"")","iPhone ""13"", blue",`,
        '',
      ].join('\r\n'),
    );
    const quoted = await csv({ kind: 'sell-request', status: 'quoted', columns: 'customer' }).expect(200);
    expect(quoted.text.replace('\uFEFF', '')).toBe('Customer\r\nनेपाली नाम\r\n');
  });

  it.each(kinds)(
    'of the kind %s has all columns by default, and only the headings when it is empty (G12)',
    async (kind) => {
      const empty = (await csv({ kind }).expect(200)).text;
      expect(empty.split('\r\n').filter(Boolean)).toHaveLength(1);
      await makeOne[kind]();
      const lines = (await csv({ kind }).expect(200)).text.split('\r\n').filter(Boolean);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toBe(empty.trimEnd());
      expect((await csv({ kind, search: 'nobody has this' }).expect(200)).text).toBe(empty);
    },
  );

  it('is refused to others and with an unknown column (F-10)', async () => {
    expect((await csv({ kind: 'sell-request' }, {})).status).toBe(401);
    expect((await csv({ kind: 'sell-request' }, as(service.tokens.customer()))).status).toBe(403);
    for (const query of [
      {},
      { kind: 'sell-request', columns: 'tokenHash' },
      { kind: 'sell-request', columns: '' },
      { kind: 'sell-request', columns: 'submitted,'.repeat(40) },
      { kind: 'sell-request', columns: 'quantity' },
      { kind: 'sell-request', columns: '__proto__' },
      { kind: 'sell-request', status: 'hacked' },
    ])
      expect((await csv(query)).status).toBe(400);
  });
});

describe('the CSV of 10,000 requests', () => {
  const names = [
    'Asha "A" Rai',
    'two\r\nlines',
    'सीता शर्मा',
    '=HYPERLINK("http://x")',
    '+977',
    '-1',
    '@x',
    '\tx',
  ];
  const collections = {
    'sell-request': 'sell_requests',
    'repair-booking': 'repair_bookings',
    'phone-order': 'phone_orders',
  };

  it.each(kinds)(
    'of the kind %s equals the database, with quotes, line breaks, Nepali letters and formulas, and does not read ahead of its reader (G12, F-06)',
    async (kind) => {
      const { id } = await makeOne[kind]();
      const stored = service.database.connection.collection(collections[kind]);
      const template = await stored.findOne({ _id: new mongoose.Types.ObjectId(id) });
      await stored.deleteMany({});
      const many = Array.from({ length: 10_000 }, (_, n) => ({
        ...template,
        _id: new mongoose.Types.ObjectId(),
        tokenHash: `hash-${n}`,
        name: `${names[n % names.length]}${n}`,
        createdAt: new Date(Date.UTC(2026, 10, 1) + n * 1000),
        // The seats of bookings must differ.
        ...(template?.['seat'] && { seat: `seat ${n}` }),
      }));
      await stored.insertMany(many);
      const wanted = many.toReversed().map(({ _id, name, createdAt }) => {
        const isFormula = /^[=+\-@\t\r]/.test(name);
        return [_id.toHexString(), `${isFormula ? "'" : ''}${name}`, createdAt.toISOString()];
      });
      const columns = ['id', 'customer', 'submitted'];
      const { text } = await request(service.server)
        .get('/api/admin/requests/export')
        .query({ kind, columns: columns.join(',') })
        .set(admin())
        .expect(200);
      expect(readCsv(text).slice(1)).toEqual(wanted);

      watched ??= await watchedConnection(service.database);
      const twin = await service.startTwin(watched.connection);
      const taken = await takeCsv(
        await exportRequests(twin.context, { kind, status: 'all', search: '', columns }),
        watched.connection,
      );
      expect(taken.lines.slice(1)).toEqual(wanted);
      expect(taken.largestBatch).toBe(500);
      // A few batches are in transit.
      expect(taken.furthestAhead).toBeLessThan(2_500);
    },
  );
});

it.each(kinds)('a list of the kind %s takes two queries, each sorted by an index', async (kind) => {
  for (let count = 0; count < 3; count += 1) await makeOne[kind]();
  // Its own connection, which no relay uses.
  const own = await watchedConnection(service.database);
  const { connection, commands } = own;
  const stores = createRequestStores(connection, {
    calendar: service.context.calendar,
    retention: { requestDays: 730, photoDays: 180 },
    now: () => new Date(),
  });
  const store = stores[kind];
  for (const status of [undefined, 'pending']) {
    const filter = { status, search: '' };
    commands.length = 0;
    await store.list({ ...filter, skip: 0, limit: 10 });
    expect(commands).toHaveLength(2);
    for await (const _request of store.readAll(filter)) break;
    const looks = commands.filter(({ name }) => name === 'find');
    expect(looks).toHaveLength(2);
    for (const { command } of looks) {
      const { queryPlanner } = await service.database.connection
        .collection(String(command['find']))
        .find(command['filter'], { sort: command['sort'] })
        .explain('queryPlanner');
      const plan = JSON.stringify(queryPlanner.winningPlan);
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
    }
  }
  await own.close();
});
