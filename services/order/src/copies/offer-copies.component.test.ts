import { type OfferSnapshot, offerCreated, offerDeleted, offerUpdated } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const offerId = 'e'.repeat(24);
let order: TestOrder;

beforeAll(async () => {
  order = await startTestOrder();
});
afterAll(() => order.stop());
beforeEach(async () => {
  await order.connection.collection('offer_copies').deleteMany({});
});

const snapshot = (over: Partial<OfferSnapshot> = {}) => anOfferSnapshot({ offerId, ...over });

const created = (version = 1) =>
  createEvent(offerCreated, { aggregateId: offerId, aggregateVersion: version, data: snapshot() });
const updated = (version: number, over: Partial<OfferSnapshot> = {}) =>
  createEvent(offerUpdated, { aggregateId: offerId, aggregateVersion: version, data: snapshot(over) });
const deleted = (version: number) =>
  createEvent(offerDeleted, { aggregateId: offerId, aggregateVersion: version, data: { offerId } });

async function tell(...events: Parameters<TestOrder['bus']['publish']>[0][]): Promise<void> {
  for (const event of events) await order.bus.publish(event);
  await order.bus.settle();
}
const copy = async () => (await order.context.offerCopies.findMany([offerId]))[0];

it('follows an offer from its creation to its deletion (C6)', async () => {
  await tell(created());
  expect(await copy()).toMatchObject({ version: 1, offer: { title: 'Galaxy week' } });
  await tell(updated(2, { isActive: false }));
  expect(await copy()).toMatchObject({ version: 2, offer: { isActive: false } });
  await tell(deleted(3));
  expect(await copy()).toEqual({ offerId, version: 3, offer: null });
});

it('reaches the newest of five versions in any order, each three times (R-12, R-13, I-9)', async () => {
  const events = [4, 1, 5, 3, 2].map((version) => updated(version, { title: `Version ${version}` }));
  await Promise.all([...events, ...events, ...events].map((event) => order.bus.publish(event)));
  await order.bus.settle();
  expect(await copy()).toMatchObject({ version: 5, offer: { title: 'Version 5' } });
  expect((await order.bus.parked('order.offer-updated')).count).toBe(0);
});

it('stays deleted after a late older event (C5)', async () => {
  await tell(deleted(5), updated(4), created());
  expect(await copy()).toMatchObject({ version: 5, offer: null });
});

it('is found by its promo code, as are old offers with the same code', async () => {
  const other = 'f'.repeat(24);
  await tell(
    created(),
    createEvent(offerCreated, {
      aggregateId: other,
      aggregateVersion: 1,
      data: snapshot({ offerId: other, isActive: false }),
    }),
  );
  expect((await order.context.offerCopies.ofCode('GALAXY20')).map(({ offerId: id }) => id).sort()).toEqual([
    offerId,
    other,
  ]);
  expect(await order.context.offerCopies.ofCode('NOSUCH')).toEqual([]);
});
