import { defaultTimeZone, devicePlaces } from '@kinmel/contracts';
import { migrateIndexes, shopCalendar } from '@kinmel/service-kit';
import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import type { mongo } from 'mongoose';
import { deviceModels } from '../context.ts';
import samples from './sample-devices.json' with { type: 'json' };
import { type SamplePhone, writeSampleDevices } from './write-sample-devices.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('device-seed');
  await migrateIndexes(database.connection, deviceModels(database.connection));
});
afterAll(() => database.drop());

/** The phones as the seed of service-request writes them. */
const phones = samples.devices.map(({ imei, steps, checklist }, index): SamplePhone => {
  const isDeclined = steps?.includes('customer') ?? false;
  const isSettled = checklist?.doCamerasWork === true && !isDeclined;
  const digit = index.toString(16);
  const [id, deviceId] = [`6600000000000000000000d${digit}`, `6600000000000000000000e${digit}`];
  return {
    imei,
    deviceId,
    receivedAt: '2026-10-01T06:00:00.000Z',
    request: {
      sellRequestId: id,
      reference: id.slice(-6).toUpperCase(),
      brand: 'apple',
      model: 'iPhone 12 Pro',
      storage: '128',
      color: 'blue',
      condition: 'good',
      version: 4,
      receiptId: deviceId,
      deviceId,
      quotedPriceInMinorUnits: 20_000,
    },
    photo: Buffer.from(imei).toString('base64'),
    lowerQuote: isSettled ? null : { priceInMinorUnits: 0, note: 'It is broken.' },
    price:
      isSettled || steps?.includes('recycled') ? { amountInMinorUnits: 100, currency: 'NPR' } : undefined,
  };
});

it('sample devices are in every place but sold and awaited, with every grade and without one, and are written once', async () => {
  const { connection } = database;
  const storedPhotos: string[] = [];
  const photos = {
    async keep(photo: Buffer) {
      storedPhotos.push(photo.toString());
      return `photo${storedPhotos.length}`;
    },
  };
  const calendar = shopCalendar(defaultTimeZone, []);
  const write = () =>
    writeSampleDevices(connection, Buffer.alloc(32, 5).toString('base64'), phones, photos, calendar);
  const { written, listed } = await write();
  expect(written).toBe(samples.devices.length);
  expect(await write()).toEqual({ written: 0, listed: [] });
  const devices = await connection.collection('devices').find().toArray();
  const places = new Set(devices.map(({ place }) => place));
  expect(devicePlaces.filter((place) => !places.has(place))).toEqual(['sold', 'awaited']);
  const forSale = devices.filter(({ place }) => place === 'for-sale');
  expect(new Set(forSale.map(({ inspection }) => inspection.grade))).toEqual(new Set(['A', 'B', 'C']));
  const isWithoutGrade = ({ place, inspection }: mongo.Document) =>
    place === 'inspected' && !inspection.grade;
  expect(devices.filter(isWithoutGrade)).toHaveLength(1);
  expect(devices.flatMap(({ parts }) => parts)).toHaveLength(1);

  // The device with a sample order is listed by the seed of catalog.
  const listedDevices = forSale.filter(({ sale }) => sale.price.amountInMinorUnits === 5_690_000);
  expect(listed).toMatchObject(listedDevices.map(({ _id }) => ({ deviceId: String(_id) })));
  expect(listed).toHaveLength(1);
  const allEvents = await storedEvents(connection);
  const sentBackIds = devices.filter(({ place }) => place === 'customer').map(({ _id }) => String(_id));
  expect(sentBackIds).not.toEqual([]);
  const sentBack = allEvents.filter(({ type }) => type === 'device.sent-back');
  expect(sentBack.map(({ aggregateId }) => aggregateId)).toEqual(sentBackIds);
  const events = allEvents.filter(({ type }) => type !== 'device.sent-back');
  expect(events.map(({ type, aggregateId }) => [type, aggregateId])).toEqual(
    forSale.filter((one) => !listedDevices.includes(one)).map(({ _id }) => ['device.listed', String(_id)]),
  );
  for (const { data } of events)
    expect(data).toMatchObject({ forSale: { photos: [expect.stringMatching(/\/photos\/photo\d$/)] } });
  expect(storedPhotos).toEqual(samples.devices.filter(({ price }) => price).map(({ imei }) => imei));
});
