import {
  type EventOf,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { createEvent, replayParked } from '@kinmel/service-kit';
import request from 'supertest';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

let order: TestOrder;

beforeEach(async () => {
  order = await startTestOrder();
});
afterEach(() => order.stop());

const envelope = (version: number) => ({ aggregateId: productId, aggregateVersion: version });
const created = (over = {}) => createEvent(productCreated, { ...envelope(1), data: aSnapshot(over) });
const updated = (version: number, over = {}): EventOf<typeof productUpdated> =>
  createEvent(productUpdated, { ...envelope(version), data: aSnapshot(over) });
const deleted = (version: number) =>
  createEvent(productDeleted, { ...envelope(version), data: { productId } });
const stock = (version: number, inStock: boolean, lowStockCount: number | null = null) =>
  createEvent(stockChanged, { ...envelope(version), data: { productId, inStock, lowStockCount } });

const copy = async () => (await order.context.productCopies.findMany([productId]))[0];

describe('order’s copy of a product', () => {
  it('follows a product from its creation to its deletion', async () => {
    await order.bus.publish(created());
    await order.bus.settle();
    expect((await copy())?.snapshot?.product).toEqual(aSnapshot());

    await order.bus.publish(updated(2, { priceInMinorUnits: 8_000_000, specs: {} }));
    await order.bus.publish(stock(3, true, 2));
    await order.bus.settle();
    expect(await copy())?.toMatchObject({
      snapshot: { version: 2, product: { priceInMinorUnits: 8_000_000, specs: {} } },
      stock: { version: 3, inStock: true, lowStockCount: 2 },
    });

    await order.bus.publish(deleted(4));
    await order.bus.settle();
    expect((await copy())?.snapshot).toEqual({ version: 4, product: null });
  });

  it('applies an event once that is delivered many times (R-12)', async () => {
    const event = updated(2, { name: 'Once' });
    await Promise.all(Array.from({ length: 10 }, () => order.bus.publish(event)));
    await order.bus.settle();

    expect((await copy())?.snapshot).toMatchObject({ version: 2, product: { name: 'Once' } });
    expect(await order.connection.collection('inbox').countDocuments()).toBe(1);
  });

  it('reaches the newest of five versions that arrive unordered and in parallel (R-13, I-9)', async () => {
    const events = [4, 1, 5, 3, 2].map((version) => updated(version, { name: `Version ${version}` }));
    await Promise.all(events.map((event) => order.bus.publish(event)));
    await order.bus.settle();

    expect((await copy())?.snapshot).toMatchObject({ version: 5, product: { name: 'Version 5' } });
    expect((await order.bus.parked('order.product-updated')).count).toBe(0);
  });

  it('stays deleted after a late older update (C5)', async () => {
    await order.bus.publish(deleted(5));
    await order.bus.settle();
    await order.bus.publish(updated(4));
    await order.bus.publish(created());
    await order.bus.settle();

    expect((await copy())?.snapshot).toEqual({ version: 5, product: null });
  });

  it('is unchanged by a malformed event, which is parked after one delivery', async () => {
    await order.bus.publish(created());
    order.bus.deliverRaw('product.updated', Buffer.from('not JSON'));
    order.bus.deliverRaw(
      'product.updated',
      Buffer.from(JSON.stringify({ ...updated(2), data: { ...aSnapshot(), priceInMinorUnits: '91500' } })),
    );
    await order.bus.settle();

    const parked = await order.bus.parked('order.product-updated');
    expect(parked.messages.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect((await copy())?.snapshot?.version).toBe(1);
  });

  it('parks an event that fails, and handles its replay after the fault is fixed (R-10)', async () => {
    const working = { ...order.context.productCopies };
    Object.assign(order.context.productCopies, {
      save: () => Promise.reject(new Error('a fault')),
    });
    await order.bus.publish(updated(2, { name: 'Late' }));
    await order.bus.settle();
    expect((await order.bus.parked('order.product-updated')).messages).toMatchObject([{ attempts: 3 }]);
    expect((await copy())?.snapshot).toBeUndefined();

    Object.assign(order.context.productCopies, working);
    expect(await replayParked(order.bus, 'order.product-updated')).toBe(1);
    await order.bus.settle();

    expect((await copy())?.snapshot?.product?.name).toBe('Late');
  });
});

describe('the service', () => {
  it('is ready with database and broker, and names the missing one', async () => {
    expect((await request(order.app).get('/health/ready')).status).toBe(200);
    order.bus.disconnect();
    const answer = await request(order.app).get('/health/ready');
    expect(answer.status).toBe(503);
    expect(answer.body.parts).toEqual({ mongo: 'ok', broker: 'not connected' });
  });
});
