import { randomUUID } from 'node:crypto';
import { type BulkJob, bulkUpdateOrders, getOrderJob } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import type { TestDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';
import { testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import { updateOrderStatus } from './changes/update-order-status.ts';
import type { Order } from './order.ts';

jest.setTimeout(120_000);

const running: TestOrder[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((order) => order.stop()));
});
const payments = testWithPayments('bulk_jobs');

/** Another instance on the same database. */
async function start(paymentProvider: PaymentProvider = payments.context.provider): Promise<TestOrder> {
  const { connection } = payments;
  const database: TestDatabase = {
    uri: '',
    databaseName: connection.name,
    connection,
    dataKey: '',
    empty: async () => {},
    drop: async () => {},
  };
  const order = await startTestOrder({ paymentProvider, database, connection });
  running.push(order);
  return order;
}

const stop = async (order: TestOrder) => {
  running.splice(running.indexOf(order), 1);
  await order.stop();
};

/** A provider that answers refunds only after `letGo`. */
function blockedProvider() {
  let requestCount = 0;
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const { provider } = payments.withProvider({
    async refund(request) {
      requestCount += 1;
      await released;
      return payments.context.provider.refund(request);
    },
  });
  return { provider, letGo, requestCount: () => requestCount };
}

async function paidOrders(count: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n += 1) orders.push(await payments.aPaidOrder());
  return orders;
}

const path = bulkUpdateOrders.path;
const asAdmin = ({ tokens }: TestOrder) => ({ Authorization: `Bearer ${tokens.admin()}` });
const cancellationOf = (orders: readonly Order[]) => ({
  orderStatus: 'cancelled',
  adminNotes: 'The batch was faulty.',
  orders: orders.map(({ id, version }) => ({ id, version })),
});
const post = (order: TestOrder, body: object, key: string = randomUUID()) =>
  request(order.server).post(path).set(asAdmin(order)).set('Idempotency-Key', key).send(body);

async function read(order: TestOrder, id: string): Promise<BulkJob> {
  const { body } = await request(order.server)
    .get(getOrderJob.path.replace('{jobId}', id))
    .set(asAdmin(order))
    .expect(200);
  return getOrderJob.answer.parse(body).data;
}

const untilDone = (order: TestOrder, id: string) =>
  eventually(async () => {
    const job = await read(order, id);
    expect(job.state).toBe('done');
    return job;
  }, 60_000);

async function expectCancelledOnce(orders: readonly Order[]): Promise<void> {
  for (const { id } of orders) {
    const current = await payments.read({ id });
    expect(current).toMatchObject({
      orderStatus: 'cancelled',
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(current.history.filter(({ to }) => to === 'cancelled')).toHaveLength(1);
    expect((await payments.eventsOf({ id })).filter((type) => type === 'order.cancelled')).toHaveLength(1);
  }
  expect(payments.refundedInMinorUnits()).toBe(orders.length * testTotalInMinorUnits);
  const entries = payments.connection.collection('audit_entries');
  expect(await entries.countDocuments({ action: 'bulkUpdateOrders' })).toBe(orders.length);
}

describe('a bulk update of orders is a job (ORD-O18)', () => {
  it('answers before the payment provider does, and refunds 30 card orders once', async () => {
    const orders = await paidOrders(30);
    const { provider, letGo, requestCount } = blockedProvider();
    const order = await start(provider);
    const { body } = await post(order, cancellationOf(orders)).expect(202);
    expect(bulkUpdateOrders.answer.parse(body).data).toMatchObject({ state: 'running', total: 30 });
    await eventually(() => expect(requestCount()).toBeGreaterThan(0));
    expect((await read(order, body.data.id)).state).toBe('running');
    letGo();
    const job = await untilDone(order, body.data.id);
    expect(job.outcomes).toEqual(orders.map(({ id }) => ({ id, problem: null })));
    await expectCancelledOnce(orders);
  });

  it('continues in another instance after the first was stopped, and repeats nothing', async () => {
    const orders = await paidOrders(12);
    const { provider, letGo, requestCount } = blockedProvider();
    const first = await start(provider);
    const { body } = await post(first, cancellationOf(orders)).expect(202);
    await eventually(() => expect(requestCount()).toBeGreaterThan(0));
    const stopping = stop(first);
    letGo();
    await stopping;
    const second = await start();
    const before = await read(second, body.data.id);
    expect(before.state).toBe('running');
    expect(before.outcomes.length).toBeLessThan(12);
    second.context.startOrderJobs();
    const job = await untilDone(second, body.data.id);
    expect(job.outcomes.every(({ problem }) => problem === null)).toBe(true);
    await expectCancelledOnce(orders);
  });

  it('changes nothing after its claim was lost, and repeats nothing', async () => {
    const [firstOrder, secondOrder] = (await paidOrders(2)) as [Order, Order];
    const order = await start();
    const { orderJobs } = order.context;
    const by = { person: { id: 'admin-1', name: '' }, action: 'bulkUpdateOrders', requestId: 'r' };
    const { orders: items, adminNotes } = cancellationOf([firstOrder, secondOrder]);
    const command = { orderStatus: 'cancelled', adminNotes } as const;
    const accepted = await orderJobs.accept({
      command,
      by,
      traceparent: undefined,
      items,
      key: undefined,
      bodyHash: 'hash',
      now: new Date(),
    });
    const claimedJob = await orderJobs.claim(accepted.id);
    if (!claimedJob) throw new Error('The job could not be claimed.');
    const cancel = ({ id, version }: Order, index: number) =>
      updateOrderStatus(order.context, {
        ...command,
        orderId: id,
        version,
        adminId: 'admin-1',
        staff: by,
        also: async (session) => {
          if (!(await orderJobs.keep(claimedJob, index, null, session))) throw new Error('the claim is lost');
        },
      });
    await cancel(firstOrder, 0);
    expect(await orderJobs.claim(accepted.id)).toBeUndefined();
    const endClaim = () =>
      payments.connection.collection('bulk_jobs').updateMany({}, { $set: { touchedAt: new Date(0) } });
    await endClaim();
    expect(await orderJobs.claim(accepted.id)).toMatchObject({ claim: claimedJob.claim + 1 });
    await expect(cancel(secondOrder, 1)).rejects.toThrow('the claim is lost');
    expect(await payments.read(secondOrder)).toMatchObject({
      orderStatus: secondOrder.orderStatus,
      version: secondOrder.version,
    });
    await endClaim();
    order.context.startOrderJobs();
    const job = await untilDone(order, accepted.id);
    expect(job.outcomes.map(({ problem }) => problem)).toEqual([null, null]);
    await expectCancelledOnce([firstOrder, secondOrder]);
  });

  it('is the same job when its key is repeated, rejects the key for another body, and is listed for its caller', async () => {
    const orders = await paidOrders(2);
    const { provider, letGo } = blockedProvider();
    const order = await start(provider);
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(order, cancellationOf(orders), key).expect(202)),
    );
    const [id, ...others] = answers.map(({ body }) => body.data.id);
    expect(others).toEqual([id, id]);
    expect((await post(order, cancellationOf(orders.slice(1)), key).expect(422)).body.code).toBe(
      'key-reused',
    );
    const list = async () =>
      (
        await request(order.server)
          .get('/api/checkout-orders/admin/bulk-jobs')
          .set(asAdmin(order))
          .expect(200)
      ).body.data;
    expect(await list()).toMatchObject([{ id, state: 'running' }]);
    letGo();
    await untilDone(order, id);
    expect(await list()).toEqual([]);
    await expectCancelledOnce(orders);
    const storedJob = await payments.connection.collection('bulk_jobs').findOne();
    expect(JSON.stringify(storedJob)).not.toContain('faulty');
  });
});
