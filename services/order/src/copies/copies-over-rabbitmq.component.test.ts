import { parkedMessages, productUpdated } from '@kinmel/contracts';
import { type Bus, createEvent, createLogger, createRabbitBus } from '@kinmel/service-kit';
import { eventually, testBroker } from '@kinmel/testing';
import request from 'supertest';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const broker = testBroker();
const queue = 'order.product-updated';
let order: TestOrder<Bus>;

beforeAll(async () => {
  broker.track('order.product-created', queue, 'order.product-deleted', 'order.stock-changed');
  broker.track('order.offer-created', 'order.offer-updated', 'order.offer-deleted', 'order.user-deleted');
  const bus = createRabbitBus({
    url: broker.url,
    prefix: broker.prefix,
    service: 'order',
    logger: createLogger({ service: 'order', level: 'silent' }),
    settleMs: 0,
  });
  order = await startTestOrder({ bus });
  await eventually(() => bus.health() === 'ok');
});
afterAll(async () => {
  await order.stop();
  await broker.cleanUp();
});

const updatedEvent = (version: number, overrides = {}) =>
  createEvent(productUpdated, {
    aggregateId: productId,
    aggregateVersion: version,
    data: aSnapshot(overrides),
  });
const copy = async () => (await order.context.productCopies.findMany([productId]))[0];

describe('order on a real broker', () => {
  it('reaches the newest version from repeated and unordered events', async () => {
    const events = [3, 1, 4, 2, 5].map((version) => updatedEvent(version, { name: `Version ${version}` }));

    await Promise.all([...events, ...events].map((event) => order.bus.publish(event)));

    await eventually(async () => (await order.connection.collection('inbox').countDocuments()) === 5);
    expect((await copy())?.snapshot).toMatchObject({ version: 5, product: { name: 'Version 5' } });
    expect((await order.bus.parked(queue)).count).toBe(0);
  });

  it('parks a malformed message at once and a failing one after its retries, and handles the latter on replay (R-10)', async () => {
    const originalStore = { ...order.context.productCopies };
    Object.assign(order.context.productCopies, { save: () => Promise.reject(new Error('a fault')) });
    await broker.publishRaw('product.updated', Buffer.from('{'));
    await order.bus.publish(updatedEvent(6, { name: 'Late' }));
    const parked = await eventually(async () => {
      const messages = await order.bus.parked(queue);
      return messages.count === 2 && messages;
    });
    expect(parked.messages.map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual([1, 3]);

    const asAdmin = { Authorization: `Bearer ${order.tokens.admin()}` };
    const { list, replay } = parkedMessages.order;
    const { body } = await request(order.server).get(list.path).set(asAdmin).expect(200);
    expect(body.total).toBe(2);
    expect(body.data).toContainEqual(
      expect.objectContaining({ eventType: 'product.updated', eventId: null, attempts: 1 }),
    );

    Object.assign(order.context.productCopies, originalStore);
    await request(order.server)
      .post(replay.path)
      .set(asAdmin)
      .send({})
      .expect(200, { success: true, replayed: 2 });

    await eventually(async () => (await copy())?.snapshot?.product?.name === 'Late');
    await eventually(async () => (await order.bus.parked(queue)).count === 1);
  });
});
