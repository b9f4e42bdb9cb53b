import { randomBytes } from 'node:crypto';
import { databaseNameOf, personalDataOf, useDataKeys } from '@kinmel/service-kit';
import { testMongoUri } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { rotateDataKey } from './rotate-data-key.ts';

const newKey = () => randomBytes(32).toString('base64');
const prefix = `rotate-${randomBytes(3).toString('hex')}`;
const [oldKey, key] = [newKey(), newKey()];
let connection: mongoose.Connection;

beforeAll(async () => {
  const dbName = databaseNameOf('order', prefix);
  connection = await mongoose.createConnection(testMongoUri(), { dbName }).asPromise();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const rotate = (env: NodeJS.ProcessEnv) =>
  rotateDataKey({
    env: { MONGODB_URI: testMongoUri(), MONGODB_DB_PREFIX: prefix, ...env },
    onProgress: () => undefined,
  });

it('makes data sealed with the old key readable with only the new one, also when repeated', async () => {
  useDataKeys(connection, [oldKey]);
  const sealed = await personalDataOf(connection).seal('sita', { email: 'sita@kinmel.example' }, ['email']);
  expect(await rotate({ DATA_KEY: key, DATA_KEY_OTHER: oldKey })).toBe(1);
  expect(await rotate({ DATA_KEY: key, DATA_KEY_OTHER: oldKey })).toBe(0);
  useDataKeys(connection, [key]);
  expect(await personalDataOf(connection).open(sealed)).toEqual({ email: 'sita@kinmel.example' });
});

it.each([
  ['no new key', { DATA_KEY_OTHER: oldKey }],
  ['no old key', { DATA_KEY: key }],
  ['one key twice', { DATA_KEY: key, DATA_KEY_OTHER: key }],
])('is refused with a clear message for %s', async (_name, env) => {
  await expect(rotate(env)).rejects.toThrow(/DATA_KEY must be the new key and DATA_KEY_OTHER the old one/);
});
