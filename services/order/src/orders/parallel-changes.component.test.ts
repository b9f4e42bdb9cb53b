import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@kinmel/service-kit';
import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { newOrderNumber } from '../placing/order-number.ts';
import { anOrder } from '../testing/order-builder.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let instances: readonly TestOrder[];

beforeAll(async () => {
  database = await testDatabase('order-parallel');
  const start = () => startTestOrder({ database, bus: createMemoryBus() });
  instances = [await start(), await start()];
});
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await database.drop();
});

const statuses = ['processing', 'shipped', 'delivered', 'confirmed'] as const;

async function anOpenOrder(): Promise<string> {
  const [{ context }] = instances as [TestOrder];
  const newOrder = anOrder({ id: context.newId(), orderNumber: newOrderNumber() });
  await context.orders.insert(newOrder, [], { key: randomUUID(), bodyHash: 'x' });
  return newOrder.id;
}

/** Twenty parallel changes by staff, half of them by each instance. */
const changeTogether = (id: string, version?: number) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const { call, tokens } = instances[index % 2] as TestOrder;
      return call('put', `/api/checkout-orders/admin/orders/${id}/status`, tokens.admin()).send({
        orderStatus: statuses[index % 4],
        adminNotes: `note ${index}`,
        version,
      });
    }),
  );

const readStored = async (id: string) => {
  const document = await database.connection
    .collection('orders')
    .findOne({ _id: new mongoose.Types.ObjectId(id) });
  if (document === null) throw new Error('The order is missing.');
  return {
    version: document['version'] as number,
    history: document['history'] as { what: string; from: string | null; to: string; note: string }[],
    eventVersions: (await storedEvents(database.connection, id)).map(
      ({ aggregateVersion }) => aggregateVersion,
    ),
  };
};

it('20 parallel status changes leave one history without version gaps, in each of 5 rounds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await anOpenOrder();
    const answers = await changeTogether(id);
    const accepted = answers.filter(({ status }) => status === 200);
    // A change that lost too often is rejected, and not stored.
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ code: 'version-conflict' });
    expect(accepted.length).toBeGreaterThan(0);

    const { version, history, eventVersions } = await readStored(id);
    const versions = accepted.map(({ body }) => body.order.version as number).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: accepted.length }, (_, index) => index + 2));
    expect(version).toBe(accepted.length + 1);

    expect(history).toHaveLength(accepted.length + 1);
    expect(new Set(history.map(({ note }) => note)).size).toBe(history.length);
    const steps = history.filter(({ what }) => what === 'order-status');
    steps.slice(1).forEach(({ from }, index) => expect(from).toBe(steps[index]?.to));
    // One event per step, with increasing versions.
    expect(eventVersions).toHaveLength(steps.length - 1);
    expect(eventVersions).toEqual([...new Set(eventVersions)].sort((a, b) => a - b));
  }
});

it('of 20 changes to the same version one succeeds and the others are rejected (S-10)', async () => {
  const id = await anOpenOrder();
  const answers = await changeTogether(id, 1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'version-conflict' });
  }
  expect(await readStored(id)).toMatchObject({ version: 2, history: [{}, {}], eventVersions: [2] });
});
