import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type EventOf,
  phoneOrderStatuses,
  repairBookingStatuses,
  returnStatuses,
  type sellRequestSettled,
  sellRequestStatuses,
} from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import {
  createLogger,
  isShopDay,
  migrateIndexes,
  openFolderObjects,
  personalDataOf,
  shopDays,
} from '@kinmel/service-kit';
import { countWaiting, storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { serviceRequestModels } from '../context.ts';
import { beginningOfSlot, type SlotCalendar } from '../repair-bookings/slot.rules.ts';
import { anOrderToReturn } from '../testing/request-samples.ts';
import { writeSampleRequests } from './write-sample-requests.ts';

jest.setTimeout(60_000);

const customerId = '6600000000000000000000c1';
const key = Buffer.alloc(32, 5).toString('base64');
const calendar: SlotCalendar = {
  timeZone: 'Asia/Kathmandu',
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set(),
  seats: 3,
  daysAhead: 90,
  leadMinutes: 0,
};
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase('service-request-seed');
  await migrateIndexes(database.connection, serviceRequestModels(database.connection));
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-photos-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
  await rm(`${folder}.json`);
});

const expensiveLines = anOrderToReturn().lines.map((line) => ({
  ...line,
  unitPriceInMinorUnits: 10_000_000,
}));
const write = async () =>
  writeSampleRequests({
    connection: database.connection,
    logger: createLogger({ service: 'service-request', level: 'silent' }),
    photos: createPersonalPhotos(await openFolderObjects(folder)),
    products: Array.from({ length: 8 }, (_, index) => ({
      productId: `${index}`.repeat(24),
      version: 1,
      name: `Phone ${index}`,
      priceInMinorUnits: 100_000 * (index + 1),
      currency: 'NPR' as const,
      color: 'Black',
      storage: '',
    })),
    ordersToReturn: Array.from({ length: 5 }, (_, index) =>
      anOrderToReturn({
        orderId: `${index}`.repeat(24),
        problem: 'The time to return it is over.',
        lines: expensiveLines,
        left: { paymentInMinorUnits: 100_000_000, creditInMinorUnits: 0 },
      }),
    ),
    trackingKey: key,
    deviceKey: key,
    mailSealKey: key,
    calendar,
    customer: { userId: customerId, email: 'customer@kinmel.example' },
    adminId: '6600000000000000000000a1',
    phonesFile: `${folder}.json`,
  });
const documentsOf = async (collection: string) =>
  personalDataOf(database.connection).openAll(
    await database.connection.collection(collection).find().toArray(),
  );
const statesOf = async (collection: string) =>
  [...new Set((await documentsOf(collection)).map(({ status }) => status as string))].toSorted();

it('sample requests have every status of every kind, some belong to the customer, and are written once (SIL-49)', async () => {
  expect(await write()).toBe(41);
  expect(await write()).toBe(0);
  expect(await statesOf('sell_requests')).toEqual(sellRequestStatuses.toSorted());
  expect(await statesOf('repair_bookings')).toEqual(repairBookingStatuses.toSorted());
  expect(await statesOf('phone_orders')).toEqual(phoneOrderStatuses.toSorted());
  expect(await statesOf('returns')).toEqual(returnStatuses.toSorted());
  for (const [collection, count] of [
    ['sell_requests', 4],
    ['repair_bookings', 2],
    ['phone_orders', 2],
  ] as const)
    expect((await documentsOf(collection)).filter(({ userId }) => userId === customerId)).toHaveLength(count);
  for (const { history, updatedAt } of (
    await Promise.all(['sell_requests', 'repair_bookings'].map(documentsOf))
  ).flat()) {
    expect(updatedAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(history.length).toBeGreaterThan(0);
  }
});

it('some sample requests have photos, orders have the price of the shop, and open repairs are on coming working days', async () => {
  expect(await readdir(folder)).toHaveLength(14);
  for (const { unitPriceInMinorUnits } of await documentsOf('phone_orders'))
    expect(unitPriceInMinorUnits).toBeGreaterThan(0);
  const open = (await documentsOf('repair_bookings')).filter(({ status }) =>
    /^(pending|confirmed)$/.test(status),
  );
  expect(open.length).toBeGreaterThan(1);
  for (const { date, time, seat } of open) {
    expect(isShopDay(date, calendar)).toBe(true);
    expect(beginningOfSlot({ date, time }, calendar).getTime()).toBeGreaterThan(Date.now());
    expect(seat).toMatch(`${date} ${time}`);
  }
});

it('received phones are passed to the seed of device, and settled ones are paid as credit or by a payout', async () => {
  const phones: { deviceId: string; request: { sellRequestId: string } }[] = JSON.parse(
    await readFile(`${folder}.json`, 'utf8'),
  );
  const receivedRequests = (await documentsOf('sell_requests')).filter(({ deviceId }) => deviceId);
  expect(new Map(phones.map(({ deviceId, request }) => [request.sellRequestId, deviceId]))).toEqual(
    new Map(receivedRequests.map(({ _id, deviceId }) => [String(_id), deviceId])),
  );
  const events = (await storedEvents(database.connection)) as unknown as EventOf<typeof sellRequestSettled>[];
  const settled = events.filter(({ type }) => type === 'sell-request.settled');
  expect(settled.map(({ data }) => [data.payment.to, data.payment.amount.amountInMinorUnits])).toEqual([
    ['payout', 2_160_000],
    ['payout', 10_057_500],
    ['payout', 3_172_500],
    ['payout', 2_970_000],
    ['payout', 3_105_000],
    ['credit', 2_551_500],
    ['credit', 4_677_750],
    ['payout', 0],
  ]);
});

it('events of sample requests wait for the services to start', async () => {
  const events = await storedEvents(database.connection);
  expect(events).not.toEqual([]);
  expect(await countWaiting(database.connection)).toBe(events.length);
});
