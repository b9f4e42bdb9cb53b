import { devicePlaces } from '@kinmel/contracts';
import { createLogger, migrateIndexes } from '@kinmel/service-kit';
import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { deviceModels } from '../context.ts';
import type { SamplePhone } from './read-sample-phones.ts';
import samples from './sample-devices.json' with { type: 'json' };
import { writeSampleDevices } from './write-sample-devices.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('device-seed');
  await migrateIndexes(database.connection, deviceModels(database.connection));
});
afterAll(() => database.drop());

/** As service-request tells of them. */
const phones = samples.map(({ imei, steps, checklist }, index): SamplePhone => {
  const isDeclined = steps?.includes('customer') ?? false;
  const isSettled = checklist?.doCamerasWork === true && !isDeclined;
  const [id, deviceId] = [`6600000000000000000000d${index}`, `6600000000000000000000e${index}`];
  return {
    imei,
    deviceId,
    receivedAt: new Date(Date.now() - 40 * 24 * 60 * 60_000),
    request: {
      sellRequestId: id,
      reference: id.slice(-6).toUpperCase(),
      brand: 'apple',
      model: 'iPhone 12 Pro',
      storage: '128',
      color: 'blue',
      condition: 'good',
      status: 'accepted',
      deviceId: null,
      quotedPriceInMinorUnits: 20_000,
    },
    lowerQuote: isSettled ? null : { priceInMinorUnits: 0, note: 'It is broken.' },
    price:
      isSettled || steps?.includes('recycled') ? { amountInMinorUnits: 100, currency: 'NPR' } : undefined,
    isDeclined,
  };
});

it('sample devices are in every place but sold, with every grade and without one, and are written once', async () => {
  const { connection } = database;
  const options = {
    connection,
    logger: createLogger({ service: 'device', level: 'silent' }),
    phones,
    deviceKey: Buffer.alloc(32, 5).toString('base64'),
  };
  expect(await writeSampleDevices(options)).toBe(samples.length);
  expect(await writeSampleDevices(options)).toBe(0);
  const devices = await connection.collection('devices').find().toArray();
  const places = new Set(devices.map(({ place }) => place));
  expect(devicePlaces.filter((place) => !places.has(place))).toEqual(['sold']);
  const forSale = devices.filter(({ place }) => place === 'for-sale');
  expect(forSale.map(({ inspection }) => inspection.grade).toSorted()).toEqual(['A', 'B', 'C']);
  expect(devices.filter(({ place, inspection }) => place === 'inspected' && !inspection.grade)).toHaveLength(
    1,
  );
  expect(devices.flatMap(({ parts }) => parts)).toHaveLength(1);

  const events = await storedEvents(connection);
  expect(events.map(({ type, aggregateId }) => [type, aggregateId])).toEqual(
    forSale.map(({ _id }) => ['device.listed', String(_id)]),
  );
});
