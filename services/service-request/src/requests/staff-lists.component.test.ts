import { phoneOrderStatusChanged } from '@kinmel/contracts';
import { createTimeFormatter } from '@kinmel/service-kit';
import { readCsv, takeCsv, type WatchedConnection, watchedConnection } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { slotTimes } from '../repair-bookings/slot.rules.ts';
import { createRequestStores } from '../request-stores.ts';
import { kinds, lastStatusOf, testWithRequests } from '../testing/test-requests.ts';
import { deviceKey } from '../testing/test-service-request.ts';
import { exportRequests } from './requests.routes.ts';

const shop = testWithRequests();
const { asAdmin, list, submit, put, quote, send } = shop;
let watched: WatchedConnection;
beforeAll(async () => {
  // Its own connection, which no relay uses.
  watched = await watchedConnection(shop.service.database);
});
afterAll(() => watched.close());

const countNew = (query: object) => asAdmin('get', '/api/admin/requests/new').query(query);
const csv = (query: object) => asAdmin('get', '/api/admin/requests/export').query(query);
const bulk = (body: object) => asAdmin('post', '/api/admin/requests/status').send(body);

describe.each([
  ['sell-request', '/api/sell-phone/requests', 'requests', 'ASHA@example', 10],
  ['repair-booking', '/api/bookings', 'bookings', 'BIKASH@example', 20],
] as const)('the list of the kind %s', (kind, path, name, address, size) => {
  const read = async (query: object = {}) => (await asAdmin('get', path).query(query).expect(200)).body.data;

  it('has pages of ten or twenty from the first by default; filters and search are literal (AENT-03 to AENT-07, AAPI-03 to AAPI-06, ASELL-01, ASELL-03, ASELL-36, CONF-60, CONF-61, SIL-39, F-10)', async () => {
    for (let index = 0; index <= size; index += 1)
      await send(kind, { time: slotTimes[index % slotTimes.length] }).expect(201);
    const all = await read();
    expect(all[name]).toHaveLength(size);
    expect(all.pagination).toEqual({
      currentPage: 1,
      totalPages: 2,
      totalRequests: size + 1,
      hasNext: true,
      hasPrev: false,
    });
    expect(await read({ status: 'all', search: '', page: 1 })).toEqual(all);
    const second = await read({ page: 2, limit: size, status: 'pending', search: address });
    expect(second[name]).toHaveLength(1);
    expect(second.pagination).toMatchObject({ totalRequests: size + 1, hasNext: false, hasPrev: true });
    expect((await read({ search: '.*' }))[name]).toEqual([]);
    expect((await read({ status: lastStatusOf(kind) }))[name]).toEqual([]);
    for (const query of ['status=hacked', 'status[$ne]=x', 'page=0', 'limit=1000', 'sort=x'])
      await asAdmin('get', `${path}?${query}`).expect(400);
  });
});

it('a request is found by its reference, its phone in any spelling, and words in any order with or without accents (SR-G25)', async () => {
  const { id } = await submit('sell-request', {
    fullName: 'Łukasz Nguyễn',
    model: 'iPhone 12',
    contactPhone: '+977 980-123 4567',
  });
  await send('sell-request', { fullName: 'Sita Rai', contactPhone: '9812345678' }).expect(201);
  for (const search of [
    id.slice(-6),
    `#${id.slice(-6).toUpperCase()}`,
    '९८०१२३४५६७',
    '(0980) 1234567',
    '00977 9801234567',
    'nguyen lukasz',
    'Nguyễn iphone 12',
  ]) {
    const { body } = await asAdmin('get', '/api/sell-phone/requests').query({ search }).expect(200);
    expect([search, body.data.requests.map((found: { _id: string }) => found._id)]).toEqual([search, [id]]);
  }
});

describe('the count of new requests', () => {
  it.each(kinds)(
    'of the kind %s starts at the newest request and counts later ones (SR-G9)',
    async (kind) => {
      const first = await submit(kind);
      const start = (await countNew({ kind }).expect(200)).body.data;
      expect(start).toEqual({ count: 0, since: first.createdAt });
      shop.service.setClock('2026-11-23T06:01:00Z');
      await send(kind).expect(201);
      await send(kind).expect(201);
      const { body } = await countNew({ kind, since: start.since }).expect(200);
      expect(body.data).toEqual({ count: 2, since: first.createdAt });
    },
  );

  it('is answered with 304 while nothing is new', async () => {
    const { createdAt: since } = await submit('sell-request');
    const count = () => countNew({ kind: 'sell-request', since });
    const tag = String((await count().expect(200)).headers['etag']);
    expect((await count().set('If-None-Match', tag).expect(304)).text).toBe('');
    shop.service.setClock('2026-11-23T06:01:00Z');
    await send('sell-request').expect(201);
    await count().set('If-None-Match', tag).expect(200);
  });

  it('follows the filter and search of its list, and starts now when the list is empty (SR-G9)', async () => {
    const start = (await countNew({ kind: 'phone-order' })).body.data;
    expect(start).toEqual({ count: 0, since: '2026-11-23T06:00:00.000Z' });
    await send('sell-request', { model: 'iPhone 12' }).expect(201);
    const since = '2026-11-23T05:00:00.000Z';
    const count = async (overrides: object) =>
      (await countNew({ kind: 'sell-request', since, ...overrides }).expect(200)).body.data.count;
    expect(await count({})).toBe(1);
    expect(await count({ status: 'all', search: 'IPHONE' })).toBe(1);
    expect(await count({ status: 'quoted' })).toBe(0);
    expect(await count({ search: '.*' })).toBe(0);
  });
});

describe('a bulk update', () => {
  it('changes each request on its own: a stale, a deleted and a refused one report why and do not stop the others (SR-G8)', async () => {
    const row = async () => ({ id: (await submit('phone-order')).id as string, version: 1 });
    const [stale, refused] = [await row(), await row()];
    const others = [await row(), await row(), await row()];
    await put('phone-order', stale.id, { status: 'confirmed' }).expect(200);
    await put('phone-order', refused.id, { status: 'shipped', adminNotes: 'It left at once.' }).expect(200);
    refused.version = 2;
    const deleted = { id: 'a'.repeat(24), version: 1 };
    const change = {
      kind: 'phone-order',
      status: 'processing',
      requests: [stale, refused, ...others, deleted],
    };
    const { body } = await bulk(change).expect(200);
    expect(body.data).toEqual([
      { id: stale.id, problem: expect.objectContaining({ code: 'version-conflict' }) },
      {
        id: refused.id,
        problem: {
          code: 'conflict',
          message: 'Please say in the notes why this step goes back or leaves one out.',
        },
      },
      ...others.map(({ id }) => ({ id, problem: null })),
      { id: deleted.id, problem: expect.objectContaining({ code: 'not-found' }) },
    ]);
    const statuses = (await list('phone-order')).map(({ status }: { status: string }) => status);
    expect(statuses.toSorted()).toEqual(['confirmed', 'processing', 'processing', 'processing', 'shipped']);
    await shop.eventsOf(phoneOrderStatusChanged.type, 5);
  });

  it.each(kinds)('of the kind %s applies one note to all that need it (SR-G8, SIL-38)', async (kind) => {
    const { id } = await submit(kind);
    const change = { kind, status: lastStatusOf(kind), requests: [{ id, version: 1 }] };
    expect((await bulk(change).expect(200)).body.data[0].problem.code).toBe('conflict');
    const changeWithNote = { ...change, adminNotes: 'All done at the counter.' };
    expect((await bulk(changeWithNote).expect(200)).body.data).toEqual([{ id, problem: null }]);
    const { status, adminNotes } = changeWithNote;
    expect(await list(kind)).toMatchObject([{ status, adminNotes, version: 2 }]);
  });
});

describe('invalid input is refused (F-10, C-04, SR-G8)', () => {
  it.each([
    {},
    { kind: 'order' },
    { kind: 'sell-request', status: 'hacked' },
    { kind: 'sell-request', since: 'yesterday' },
    { kind: 'sell-request', search: 'x'.repeat(101) },
    { kind: 'sell-request', limit: '5' },
  ])('by the count: %j', async (query) => {
    await countNew(query).expect(400);
  });

  it.each([
    {},
    { kind: 'sell-request', status: 'hacked' },
    ...['tokenHash', '', 'submitted,'.repeat(40), 'quantity', '__proto__'].map((columns) => ({
      kind: 'sell-request',
      columns,
    })),
  ])('by the CSV: %j', async (query) => {
    await csv(query).expect(400);
  });

  it('by a bulk update, as a whole', async () => {
    const { id } = await submit('phone-order');
    for (const overrides of [
      { requests: [] },
      { requests: Array.from({ length: 101 }, () => ({ id, version: 1 })) },
      { requests: [{ id }] },
      { requests: [{ id: 'x', version: 1 }] },
      { status: 'quoted' },
      { kind: 'order' },
      { adminNotes: 'x'.repeat(1001) },
    ])
      await bulk({
        kind: 'phone-order',
        status: 'confirmed',
        requests: [{ id, version: 1 }],
        ...overrides,
      }).expect(400);
    expect(await list('phone-order')).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the CSV of a list', () => {
  it('contains exactly the filtered rows, newest first, in the requested columns, with formulas escaped (SR-G12, F-06)', async () => {
    await send('sell-request', { fullName: '=HYPERLINK("http://x")', model: 'iPhone "13", blue' });
    shop.service.setClock('2026-11-23T06:01:00Z');
    const { id } = await submit('sell-request', { fullName: 'नेपाली नाम' });
    await quote(id, { estimatedPrice: 250.5 }).expect(200);
    const columns = 'customer,model,estimatedPrice';
    const { text, headers } = await csv({ kind: 'sell-request', columns }).expect(200);
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
    expect(readCsv(quoted.text)).toEqual([['Customer'], ['नेपाली नाम']]);
  });

  it.each(kinds)(
    'of the kind %s has all columns by default, and only the headings when it is empty (SR-G12)',
    async (kind) => {
      const empty = readCsv((await csv({ kind }).expect(200)).text);
      expect(empty).toHaveLength(1);
      await send(kind).expect(201);
      expect(readCsv((await csv({ kind }).expect(200)).text)).toEqual([...empty, expect.any(Array)]);
      expect(readCsv((await csv({ kind, search: 'nobody has this' }).expect(200)).text)).toEqual(empty);
    },
  );

  it.each(kinds)(
    'of 10,000 requests of the kind %s equals the database, with quotes, line breaks, Nepali letters and formulas, and does not read ahead of its reader (SR-G12, F-06)',
    async (kind) => {
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
      await send(kind).expect(201);
      const template = await shop.collection(kind).findOneAndDelete({});
      const documents = Array.from({ length: 10_000 }, (_, index) => ({
        ...template,
        _id: new mongoose.Types.ObjectId(),
        tokenHash: `hash-${index}`,
        name: `${names[index % names.length]}${index}`,
        createdAt: new Date(Date.UTC(2026, 10, 1) + index * 1000),
        // The seats of bookings must differ.
        ...(template?.['seat'] && { seat: `seat ${index}` }),
      }));
      await shop.collection(kind).insertMany(documents);
      const expectedRows = documents.toReversed().map(({ _id, name, createdAt }) => {
        const isFormula = /^[=+\-@\t\r]/.test(name);
        return [
          _id.toHexString(),
          `${isFormula ? "'" : ''}${name}`,
          createTimeFormatter('Asia/Kathmandu')(createdAt),
        ];
      });
      const columns = ['id', 'customer', 'submitted'];
      const { text } = await csv({ kind, columns: columns.join(',') }).expect(200);
      expect(readCsv(text).slice(1)).toEqual(expectedRows);

      const twin = await shop.service.startTwin(watched.connection);
      const exported = await takeCsv(
        await exportRequests(twin.context, { kind, status: 'all', search: '', columns }),
        watched.connection,
      );
      expect(exported.lines.slice(1)).toEqual(expectedRows);
      expect(exported.largestBatch).toBe(500);
      // A few batches are in transit.
      expect(exported.furthestAhead).toBeLessThan(2_500);
    },
  );
});

it.each(kinds)('a list of the kind %s needs two queries, each sorted by an index', async (kind) => {
  for (let count = 0; count < 3; count += 1) await send(kind).expect(201);
  const watchedSecond = await watchedConnection(shop.service.database);
  const { connection, commands } = watchedSecond;
  const { calendar } = shop.service.context;
  const options = {
    calendar,
    retention: { requestDays: 730, photoDays: 180 },
    deviceKey,
    now: () => new Date(),
  };
  const store = createRequestStores(connection, options)[kind];
  for (const status of [undefined, 'pending']) {
    const filter = { status, search: '' };
    // The first call also reads the keys of personal data, and caches them.
    await store.list({ ...filter, skip: 0, limit: 10 });
    commands.length = 0;
    await store.list({ ...filter, skip: 0, limit: 10 });
    expect(commands).toHaveLength(2);
    for await (const _request of store.readAll(filter)) break;
    const finds = commands.filter(({ name }) => name === 'find');
    expect(finds).toHaveLength(2);
    for (const { command } of finds) {
      const { queryPlanner } = await shop
        .collection(kind)
        .find(command['filter'], { sort: command['sort'] })
        .explain('queryPlanner');
      const plan = JSON.stringify(queryPlanner.winningPlan);
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
    }
  }
  await watchedSecond.close();
});
