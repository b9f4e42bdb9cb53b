import { dayMs, work } from '@kinmel/contracts';
import { testWithStoredOrders } from '../../testing/stored-orders.ts';
import type { Order } from '../order.ts';

jest.setTimeout(60_000);

const queue = '/api/admin/services/order/work';
const { list, age } = work.order;

const shop = testWithStoredOrders('order-work');
const put = (daysAgo: number, overrides: Partial<Order> = {}) =>
  shop.put({ createdAt: new Date(shop.order.context.now().getTime() - daysAgo * dayMs), ...overrides });
const { asAdmin, setStatus } = shop;
const read = async (query: object = {}, person = 'admin-1') =>
  (await asAdmin('get', queue, person).query(query).expect(200)).body;
const assign = (id: string, body: object, person = 'admin-1') =>
  asAdmin('put', `${queue}/order/${id}/assignee`, person).send(body);

it('lists open orders by promised time, late ones first, with the first name only (ORD-W1, ORD-W3, ORD-W5)', async () => {
  const fresh = await put(0.5);
  const late = await put(2);
  await put(3, { orderStatus: 'delivered' });
  const body = await read();
  expect(list.answer.parse(body)).toEqual(body);
  expect(body.data).toMatchObject([
    { id: late.id, title: late.orderNumber, status: 'pending', isLate: true, assignee: null, version: 0 },
    { id: fresh.id, isLate: false },
  ]);
  expect(body.data[0].customer).toBe(late.customerDetails.name.split(' ')[0]);
  expect(JSON.stringify(body)).not.toContain(late.customerDetails.email);
  expect(JSON.stringify(body)).not.toContain(late.customerDetails.phone);
});

it('lists an order whose personal data cannot be read, because their key is missing', async () => {
  const { id } = await put(0);
  await shop.database.connection
    .collection('orders')
    .updateMany({}, { $unset: { customerDetails: 1, adminNotes: 1 } });
  expect((await read()).data).toMatchObject([{ id, customer: '' }]);
  const { body } = await asAdmin('get', '/api/checkout-orders/admin/orders').expect(200);
  expect(body.orders).toMatchObject([
    { customerDetails: { name: 'Deleted customer', email: '' }, adminNotes: '' },
  ]);
  await setStatus(id, { orderStatus: 'confirmed' }).expect(200);
});

it('moves an order with each step and removes it with the last one (ORD-W5)', async () => {
  const { id } = await put(0);
  const before = (await read()).data[0].promisedAt;
  await setStatus(id, { orderStatus: 'confirmed' }).expect(200);
  const after = (await read()).data[0].promisedAt;
  expect(after > before).toBe(true);
  await setStatus(id, { orderStatus: 'cancelled' }).expect(200);
  expect((await read()).data).toEqual([]);
  await assign(id, { assignee: 'me', version: 0 }).expect(404);
});

it('keeps a cancelled order that was paid in cash until the money was handed back (ORD-W5)', async () => {
  const { id } = await put(0);
  await setStatus(id, { orderStatus: 'processing', paymentStatus: 'paid' }).expect(200);
  await setStatus(id, { orderStatus: 'cancelled' }).expect(200);
  expect((await read()).data).toMatchObject([{ id, status: 'hand-back-money', isLate: false }]);
  await setStatus(id, { orderStatus: 'cancelled', paymentStatus: 'refunded' }).expect(200);
  expect((await read()).data).toEqual([]);
});

it('asks staff to look up a payment that its provider never decided, not to hand money back (ORD-O22, ORD-W5)', async () => {
  const since = shop.order.context.now();
  const { id } = await put(0, {
    orderStatus: 'cancelled',
    paymentMethod: 'esewa',
    undecidedPages: [{ sessionId: 'esewa_1', since }],
  });
  expect((await read()).data).toMatchObject([{ id, status: 'look-up-payment' }]);
});

it('assigns an order to one of many parallel callers (ORD-W2, S-10)', async () => {
  const { id } = await put(0);
  const people = Array.from({ length: 20 }, (_, index) => `admin-${index + 1}`);
  const answers = await Promise.all(
    people.map((person) => assign(id, { assignee: 'me', version: 0 }, person)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  const winner = people[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version-conflict');
  expect((await read()).data).toMatchObject([{ assignee: { personId: winner }, version: 1 }]);
  expect((await read({ mine: true }, winner)).data).toHaveLength(1);
  expect((await read({ mine: true }, 'nobody')).data).toEqual([]);
});

it('assigns without a new version, so that parallel steps succeed (ORD-W2, S-10)', async () => {
  const { id } = await put(0);
  const [assignment, statusChange] = await Promise.all([
    assign(id, { assignee: 'me', version: 0 }),
    setStatus(id, { orderStatus: 'confirmed', version: 1 }),
  ]);
  expect([assignment.status, statusChange.status]).toEqual([200, 200]);
  expect(statusChange.body.order.version).toBe(2);
  expect((await read()).data).toMatchObject([
    { status: 'confirmed', assignee: { personId: 'admin-1', isYou: true }, version: 1 },
  ]);
  // Not shown to customers.
  const ownAnswer = await shop
    .call('get', `/api/checkout-orders/${id}`, shop.order.tokens.customer())
    .expect(200);
  expect(JSON.stringify(ownAnswer.body)).not.toContain('admin-1');
});

it('writes audit entries of assignments (ORD-W2)', async () => {
  const { id } = await put(0);
  await assign(id, { assignee: 'me', version: 0 }).expect(200);
  // No change, so no audit entry.
  await assign(id, { assignee: 'me', version: 0 }).expect(200);
  await assign(id, { assignee: 'nobody', version: 1 }, 'admin-2').expect(200);
  const entries = await shop.database.connection
    .collection('audit_entries')
    .find({ 'record.id': id }, { sort: { at: 1, _id: 1 } })
    .toArray();
  expect(entries).toMatchObject([
    {
      person: { id: 'admin-1' },
      action: 'assignOrderWork',
      record: { kind: 'order' },
      changes: [{ field: 'assignee', before: null, after: 'admin-1' }],
    },
    { person: { id: 'admin-2' }, changes: [{ field: 'assignee', before: 'admin-1', after: null }] },
  ]);
});

it('reads a page in one database call, and every query by an index', async () => {
  for (let day = 0; day < 3; day += 1) await put(day);
  await assign((await read()).data[0].id, { assignee: 'me', version: 0 }).expect(200);
  // Ignores commands of the service's sweeps.
  const reads = () =>
    shop.watched.commands.filter(
      ({ command }) => command['aggregate'] === 'orders' || command['find'] === 'orders',
    );
  shop.watched.commands.length = 0;
  const first = await read({ limit: 1 });
  expect(reads().filter(({ command }) => JSON.stringify(command).includes('promisedAt'))).toHaveLength(1);
  await read({ limit: 1, cursor: first.next });
  await read({ mine: true });
  await asAdmin('get', `${queue}/age`).expect(200);
  const pipelines = reads()
    .filter(({ name, command }) => name === 'aggregate' && JSON.stringify(command).includes('promisedAt'))
    .map(({ command }) => command['pipeline']);
  expect(pipelines).toHaveLength(4);
  for (const pipeline of pipelines) {
    const plan = await shop.database.connection
      .collection('orders')
      .aggregate(pipeline)
      .explain('queryPlanner');
    const { queryPlanner } = plan['stages']?.[0].$cursor ?? plan;
    const stages = JSON.stringify(queryPlanner.winningPlan);
    expect(stages).toContain('IXSCAN');
    expect(stages).toMatch(/"indexName":"(promisedAt_1|open_of_person)/);
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('"stage":"SORT"');
  }
});

it('counts orders by age in days, and late ones (ORD-W4)', async () => {
  await put(0);
  await put(0, { orderStatus: 'cancelled' });
  await put(30, { orderStatus: 'shipped' });
  const { body } = await asAdmin('get', `${queue}/age`).expect(200);
  expect(age.answer.parse(body)).toEqual(body);
  expect(body.data).toEqual([
    { kind: 'order', late: 1, counts: [1, 0, 0, 0, 1] },
    { kind: 'payout', late: 0, counts: [0, 0, 0, 0, 0] },
  ]);
});
