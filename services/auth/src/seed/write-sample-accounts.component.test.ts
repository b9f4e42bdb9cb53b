import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';
import { writeSampleAccounts } from './write-sample-accounts.ts';

const admin = { id: '6600000000000000000000a1', email: 'admin@kinmel.example', password: 'Admin123' };
const customer = {
  id: '6600000000000000000000c1',
  email: 'customer@kinmel.example',
  password: 'Customer123',
};

const auth = useTestAuth();

it('sample accounts can sign in with fixed ids, however often they are seeded', async () => {
  const { connection } = auth.database;
  const options = { connection, logger: auth.context.logger, admin, customer };
  expect(await writeSampleAccounts(options)).toBe(2);
  await auth.users.updateOne({ _id: customer.id }, { $set: { fullName: 'Changed' } });
  expect(await writeSampleAccounts(options)).toBe(0);
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

it('creates one person of each role except owner', async () => {
  const { connection } = auth.database;
  const options = { connection, logger: auth.context.logger, admin, customer, staffPassword: 'Staff123' };
  expect(await writeSampleAccounts(options)).toBe(7);
  expect(await writeSampleAccounts(options)).toBe(0);
  for (const role of ['support', 'workshop', 'catalogue', 'finance', 'releases']) {
    const { body } = await new TestBrowser(auth).logIn(`${role}@kinmel.example`, 'Staff123');
    expect(body.user).toMatchObject({ role: 'admin', staffRoles: [role] });
  }
});

describe('in production', () => {
  const seed = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(__dirname, 'main.ts')],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          MONGODB_URI: auth.database.uri,
          MONGODB_DB_PREFIX: auth.database.databaseName.replaceAll('_', '-').slice(0, 24),
          ...env,
        },
      },
    );
  const seededDatabase = () =>
    auth.database.connection
      .getClient()
      .db(`${auth.database.databaseName.replaceAll('_', '-').slice(0, 24)}_auth`);

  afterAll(() => seededDatabase().dropDatabase());

  it('there is an admin with a private password, no customer and no other staff', async () => {
    await expect(seed({})).rejects.toMatchObject({ stderr: expect.stringContaining('ADMIN_PASSWORD: ') });
    await expect(seed({ ADMIN_PASSWORD: 'Admin123' })).rejects.toThrow('this one is public');
    const privatePassword = { ADMIN_PASSWORD: 'A1-of-their-own' };
    for (const sample of [{ SEED_CUSTOMER_PASSWORD: 'Customer123' }, { SEED_STAFF_PASSWORD: 'Staff123' }])
      await expect(seed({ ...privatePassword, ...sample })).rejects.toThrow('this one is public');
    expect(await seededDatabase().collection('users').countDocuments()).toBe(0);
    await seed(privatePassword);
    const people = await seededDatabase().collection('users').find().toArray();
    expect(people.map(({ email }) => email)).toEqual(['admin@kinmel.example']);
  });
});
