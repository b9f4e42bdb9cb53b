import { work } from '@kinmel/contracts';
import { addressOf, type Kind, testWithRequests } from '../testing/test-requests.ts';
import type { TestInstance } from '../testing/test-service-request.ts';

const queue = '/api/admin/services/service-request/work';
const { list, age } = work['service-request'];

const shop = testWithRequests();
const { asAdmin, put } = shop;
const setClock = (moment: string) => shop.service.setClock(moment);
const read = async (query: object = {}, person = 'admin-1') =>
  (await asAdmin('get', queue, person).query(query).expect(200)).body;
const assign = (
  item: { kind: Kind; id: string },
  body: object,
  person = 'admin-1',
  at: TestInstance = shop.service,
) => asAdmin('put', `${queue}/${item.kind}/${item.id}/assignee`, person, at).send(body);
const sell = () => shop.send('sell-request').expect(201);
const book = (overrides?: object) => shop.send('repair-booking', overrides).expect(201);
const order = (overrides?: object) => shop.send('phone-order', overrides).expect(201);

describe('the work queue of requests', () => {
  it('contains all kinds by promised time, late ones first (SR-W1, SR-G13)', async () => {
    // A Friday, 15:45 in the shop.
    setClock('2026-11-20T10:00:00Z');
    await order({ priority: 'express' });
    await sell();
    setClock('2026-11-23T06:00:00Z');
    await book({ date: '2026-11-23', time: '12:30' });
    await order({ priority: 'urgent', email: 'second@example.com' });
    const body = await read();
    expect(list.answer.parse(body)).toEqual(body);
    expect(
      body.data.map(({ kind, promisedAt, isLate }: Record<string, unknown>) => [kind, promisedAt, isLate]),
    ).toEqual([
      // Ties are sorted by id.
      ['phone-order', '2026-11-21T10:00:00.000Z', true],
      ['sell-request', '2026-11-21T10:00:00.000Z', true],
      ['repair-booking', '2026-11-23T06:45:00.000Z', false],
      ['phone-order', '2026-11-23T18:15:00.000Z', false],
    ]);
    expect(body.next).toBeNull();
  });

  it('counts business days: an order of Friday for the next two is not late on Monday (SR-G13, NPB-16)', async () => {
    setClock('2026-11-20T10:00:00Z');
    await order({ priority: 'express' });
    const [pending] = (await read()).data;
    await put('phone-order', pending.id, { status: 'confirmed' }).expect(200);
    for (const [clock, isLate] of [
      ['2026-11-23T18:00:00Z', false],
      ['2026-11-24T18:14:59Z', false],
      ['2026-11-24T18:15:00Z', true],
    ] as const) {
      setClock(clock);
      expect((await read()).data).toMatchObject([{ status: 'confirmed', isLate }]);
    }
  });

  it('shows only the first name of a customer (SR-W3)', async () => {
    await order();
    const body = await read();
    expect(body.data).toMatchObject([
      { title: '2 × iPhone 15 Pro, 256 GB, Black', customer: 'Chandra', assignee: null, version: 0 },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Thapa|example\.com|98123|Thamel/);
  });

  it('drops done, cancelled, quoted and deleted requests, and follows a moved appointment (SR-G13)', async () => {
    const [booking, sellRequest] = [await shop.submit('repair-booking'), await shop.submit('sell-request')];
    await put('repair-booking', booking.id, { date: '2026-11-25', time: '10:00' }).expect(200);
    expect((await read({ kind: 'repair-booking' })).data).toMatchObject([
      { promisedAt: '2026-11-25T04:15:00.000Z' },
    ]);
    await put('repair-booking', booking.id, { status: 'cancelled' }).expect(200);
    await asAdmin('delete', addressOf('sell-request', sellRequest.id)).expect(200);
    expect((await read()).data).toEqual([]);
    await assign({ kind: 'sell-request', id: sellRequest.id }, { assignee: 'me', version: 0 }).expect(404);
  });

  it('is paged over all kinds, with each record once (SR-W1)', async () => {
    for (let number = 0; number < 3; number += 1) {
      await order({ email: `person-${number}@example.com` });
      await sell();
    }
    await book();
    const listedIds: string[] = [];
    let cursor: string | undefined;
    do {
      const body = await read({ limit: 2, ...(cursor ? { cursor } : {}) });
      listedIds.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next ?? undefined;
    } while (cursor);
    expect(listedIds).toHaveLength(7);
    expect(new Set(listedIds).size).toBe(7);
  });

  it.each([
    { kind: 'order' },
    { kind: 'lost' },
    { mine: '1' },
    { limit: '0' },
    { limit: '101' },
    { cursor: 'x' },
    { cursor: `2026-13-45T99:99:99.999Z_${'0'.repeat(24)}` },
    { person: 'admin-2' },
  ])('refuses %p (F-10, C-04)', async (query) => {
    await asAdmin('get', queue).query(query).expect(400);
  });
});

describe('assigning work', () => {
  it('stores person and time, is listed under "mine", and can be undone (SR-W2)', async () => {
    await order();
    await sell();
    const [item] = (await read()).data;
    const { body } = await assign(item, { assignee: 'me', version: 0 }).expect(200);
    expect(body.data).toMatchObject({
      assignee: { personId: 'admin-1', isYou: true, takenAt: '2026-11-23T06:00:00.000Z' },
      version: 1,
    });
    expect((await read({ mine: true })).data).toEqual([body.data]);
    expect((await read({ mine: true }, 'admin-2')).data).toEqual([]);
    expect((await read({}, 'admin-2')).data[0].assignee).toMatchObject({ personId: 'admin-1', isYou: false });
    await assign(item, { assignee: 'nobody', version: 1 }).expect(200);
    expect((await read({ mine: true })).data).toEqual([]);
  });

  it('succeeds for one of several concurrent calls and is refused for the others (SR-W2, S-10)', async () => {
    const twin = await shop.service.startTwin();
    for (const kind of ['phone-order', 'sell-request'] as const) {
      await (kind === 'phone-order' ? order() : sell());
      const [item] = (await read({ kind })).data;
      const people = Array.from({ length: 8 }, (_, index) => `admin-${index + 1}`);
      const answers = await Promise.all(
        people.map((person, index) =>
          assign(item, { assignee: 'me', version: 0 }, person, index % 2 ? twin : shop.service),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
      const winner = people[answers.findIndex(({ status }) => status === 200)];
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'version-conflict',
        message: 'Somebody else has taken this meanwhile.',
      });
      expect((await read({ kind })).data[0]).toMatchObject({ assignee: { personId: winner }, version: 1 });
    }
  });

  it('keeps the version of the record, and a change of status keeps the assignment (SR-W2)', async () => {
    await order();
    const [item] = (await read()).data;
    await assign(item, { assignee: 'me', version: 0 }).expect(200);
    const { body } = await put('phone-order', item.id, { status: 'confirmed', version: 1 }).expect(200);
    expect(body.data).toMatchObject({ version: 2 });
    expect(JSON.stringify(body)).not.toContain('admin-1');
    expect((await read()).data).toMatchObject([{ status: 'confirmed', assignee: { personId: 'admin-1' } }]);
  });

  it.each([{}, { assignee: 'admin-2', version: 0 }, { assignee: 'me' }, { assignee: 'me', version: -1 }])(
    'refuses %p: staff cannot assign work to others',
    async (body) => {
      await assign({ kind: 'phone-order', id: '0'.repeat(24) }, body).expect(400);
    },
  );
});

it('the age of the queue is counted in days of the shop, with the late records (SR-W4)', async () => {
  setClock('2026-11-10T06:00:00Z');
  await sell();
  setClock('2026-11-22T18:00:00Z');
  await order({ priority: 'standard' });
  setClock('2026-11-22T18:30:00Z');
  await order({ priority: 'standard', email: 'second@example.com' });
  setClock('2026-11-23T06:00:00Z');
  const { body } = await asAdmin('get', `${queue}/age`).expect(200);
  expect(age.answer.parse(body)).toEqual(body);
  expect(body.data).toEqual([
    { kind: 'sell-request', late: 1, counts: [0, 0, 0, 0, 1] },
    { kind: 'repair-booking', late: 0, counts: [0, 0, 0, 0, 0] },
    { kind: 'phone-order', late: 0, counts: [1, 1, 0, 0, 0] },
    { kind: 'return', late: 0, counts: [0, 0, 0, 0, 0] },
  ]);
});
