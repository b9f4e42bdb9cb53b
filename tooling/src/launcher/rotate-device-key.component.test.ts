import { randomBytes } from 'node:crypto';
import { databaseNameOf, useDataKeys } from '@kinmel/service-kit';
import { testMongoUri } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { rotateDeviceKey } from './rotate-device-key.ts';

const newKey = () => randomBytes(32).toString('base64');
const prefix = `rotate-${randomBytes(3).toString('hex')}`;
const [DATA_KEY, DEVICE_KEY, DEVICE_KEY_OTHER] = [newKey(), newKey(), newKey()];
let connection: mongoose.Connection;

beforeAll(async () => {
  const dbName = databaseNameOf('device', prefix);
  connection = await mongoose.createConnection(testMongoUri(), { dbName }).asPromise();
  await useDataKeys(connection, [DATA_KEY]).check();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});
jest.setTimeout(60_000);

const rotate = (env: NodeJS.ProcessEnv) =>
  rotateDeviceKey({
    env: { PATH: process.env.PATH, MONGODB_URI: testMongoUri(), MONGODB_DB_PREFIX: prefix, ...env },
    onProgress: () => undefined,
  });

it('runs on the database of a shop whose personal data is sealed, also twice', async () => {
  await rotate({ DATA_KEY, DEVICE_KEY, DEVICE_KEY_OTHER });
  await rotate({ DATA_KEY, DEVICE_KEY, DEVICE_KEY_OTHER });
});

it('reports when the service refuses, for example without the key of its data', async () => {
  await expect(rotate({ DEVICE_KEY, DEVICE_KEY_OTHER })).rejects.toThrow(/could not be encrypted again/);
});

it('is refused with a clear message for one key twice, or while the service runs', async () => {
  await expect(rotate({ DATA_KEY, DEVICE_KEY, DEVICE_KEY_OTHER: DEVICE_KEY })).rejects.toThrow(
    /DEVICE_KEY must be the new key and DEVICE_KEY_OTHER the old one/,
  );
  const until = new Date(Date.now() + 60_000);
  await connection
    .collection('leases')
    .insertOne({ _id: 'outbox-relay' as never, instances: [{ id: 'one', until }] });
  await expect(rotate({ DATA_KEY, DEVICE_KEY, DEVICE_KEY_OTHER })).rejects.toThrow(
    /Stop device and service-request first; a few seconds ago these still ran: device/,
  );
});
