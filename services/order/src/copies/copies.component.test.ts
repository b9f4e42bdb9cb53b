import {
  offerCreated,
  offerDeleted,
  offerUpdated,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const offerId = anOfferSnapshot().offerId;
let order: TestOrder;
beforeEach(async () => {
  order = await startTestOrder();
});
afterEach(() => order.stop());

type Event = Parameters<TestOrder['bus']['publish']>[0];
async function publish(...events: readonly Event[]): Promise<void> {
  for (const event of events) await order.bus.publish(event);
  await order.bus.settle();
}
const ofProduct = (aggregateVersion: number) => ({ aggregateId: productId, aggregateVersion });
const ofOffer = (aggregateVersion: number) => ({ aggregateId: offerId, aggregateVersion });
const copyOfProduct = async () => (await order.context.productCopies.findMany([productId]))[0];

const kinds = [
  {
    kind: 'product',
    created: (name: string) => createEvent(productCreated, { ...ofProduct(1), data: aSnapshot({ name }) }),
    updated: (version: number, name: string) =>
      createEvent(productUpdated, { ...ofProduct(version), data: aSnapshot({ name }) }),
    deleted: (version: number) => createEvent(productDeleted, { ...ofProduct(version), data: { productId } }),
    copy: async () => {
      const { version, product } = (await copyOfProduct())?.snapshot ?? {};
      return [version, product && product.name];
    },
  },
  {
    kind: 'offer',
    created: (title: string) =>
      createEvent(offerCreated, { ...ofOffer(1), data: anOfferSnapshot({ title }) }),
    updated: (version: number, title: string) =>
      createEvent(offerUpdated, { ...ofOffer(version), data: anOfferSnapshot({ title }) }),
    deleted: (version: number) => createEvent(offerDeleted, { ...ofOffer(version), data: { offerId } }),
    copy: async () => {
      const [{ version, offer } = {}] = await order.context.offerCopies.findMany([offerId]);
      return [version, offer && offer.title];
    },
  },
];

describe.each(kinds)('the copy of a $kind', ({ kind, created, updated, deleted, copy }) => {
  it('follows its original from creation to deletion, and stays deleted after a late older event (ORD-C5, ORD-C6)', async () => {
    await publish(created('New'));
    expect(await copy()).toEqual([1, 'New']);
    await publish(updated(2, 'Renamed'));
    expect(await copy()).toEqual([2, 'Renamed']);
    await publish(deleted(5));
    expect(await copy()).toEqual([5, null]);
    await publish(updated(4, 'Late'), created('New'));
    expect(await copy()).toEqual([5, null]);
  });

  it('reaches the newest of five versions in any order and in parallel, each three times (R-12, R-13, I-9)', async () => {
    const events = [4, 1, 5, 3, 2].map((version) => updated(version, `Version ${version}`));
    await Promise.all([...events, ...events, ...events].map((event) => order.bus.publish(event)));
    await order.bus.settle();
    expect(await copy()).toEqual([5, 'Version 5']);
    expect((await order.bus.parked(`order.${kind}-updated`)).count).toBe(0);
    expect(await order.connection.collection('inbox').countDocuments()).toBe(5);
  });
});

it('the copy of a product has all its fields and its stock', async () => {
  const data = { productId, inStock: true, lowStockCount: 2 };
  await publish(
    createEvent(productCreated, { ...ofProduct(1), data: aSnapshot() }),
    createEvent(stockChanged, { ...ofProduct(3), data }),
  );
  expect(await copyOfProduct()).toMatchObject({
    snapshot: { version: 1, product: aSnapshot() },
    stock: { version: 3, inStock: true, lowStockCount: 2 },
  });
});

it('a malformed event changes nothing, and is parked after one delivery', async () => {
  const data = { ...aSnapshot(), priceInMinorUnits: '91500' };
  const event = createEvent(productUpdated, { ...ofProduct(2), data: aSnapshot() });
  for (const text of ['not JSON', JSON.stringify({ ...event, data })])
    order.bus.deliverRaw('product.updated', Buffer.from(text));
  await order.bus.settle();
  const { messages } = await order.bus.parked('order.product-updated');
  expect(messages.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(await copyOfProduct()).toBeUndefined();
});

it('finds an offer by its promo code, and inactive offers with the same code', async () => {
  const otherOfferId = 'f'.repeat(24);
  const inactiveOffer = anOfferSnapshot({ offerId: otherOfferId, isActive: false });
  await publish(
    createEvent(offerCreated, { ...ofOffer(1), data: anOfferSnapshot() }),
    createEvent(offerCreated, { aggregateId: otherOfferId, aggregateVersion: 1, data: inactiveOffer }),
  );
  const { offerCopies } = order.context;
  const offerIds = (await offerCopies.ofCode('GALAXY20')).map((copy) => copy.offerId);
  expect(offerIds.toSorted()).toEqual([offerId, otherOfferId]);
  expect(await offerCopies.ofCode('NOSUCH')).toEqual([]);
});

it('the service is ready with database and broker, and names the missing one', async () => {
  await order.call('get', '/health/ready').expect(200);
  order.bus.disconnect();
  const { body } = await order.call('get', '/health/ready').expect(503);
  expect(body.parts).toEqual({ mongo: 'ok', broker: 'not connected' });
});
