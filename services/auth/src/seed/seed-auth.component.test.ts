import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from '../testing/test-auth.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { seedAuth } from './index.ts';

let database: TestDatabase;
let auth: TestAuth;
const admin = { id: '6600000000000000000000a1', email: 'admin@kinmel.example', password: 'Admin123' };
const customer = {
  id: '6600000000000000000000c1',
  email: 'customer@kinmel.example',
  password: 'Customer123',
};

beforeAll(async () => {
  database = await testDatabase('auth');
  auth = await startTestAuth({ connection: database.connection });
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

it('the people of the sample data can sign in, under their fixed ids, however often they are seeded', async () => {
  const options = { mongodbUri: database.uri, databaseName: database.databaseName, admin, customer };
  expect(await seedAuth(options)).toEqual({ made: 2 });
  await auth.users.updateOne({ _id: customer.id }, { $set: { fullName: 'Changed' } });
  expect(await seedAuth(options)).toEqual({ made: 0 });
  for (const [person, role] of [
    [admin, 'admin'],
    [customer, 'user'],
  ] as const) {
    const { body } = await new TestBrowser(auth).logIn(person.email, person.password);
    expect(body.user).toMatchObject({ id: person.id, email: person.email, role });
  }
  expect((await auth.users.findOne({ _id: customer.id }).lean())?.fullName).toBe('Changed');
  expect(auth.bus.published).toEqual([]);
});
