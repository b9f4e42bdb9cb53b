import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from '../testing/test-auth.ts';
import { samplePerson, TestBrowser } from '../testing/test-browser.ts';

let database: TestDatabase;
let auth: TestAuth;
let second: TestAuth;

beforeAll(async () => {
  database = await testDatabase('auth');
  const limits = {
    signupsPerHour: 3,
    loginsPerHour: 20,
    resetsPerHour: 4,
    resetMailsPerHour: 2,
    slowDownMs: 30,
  };
  auth = await startTestAuth({ connection: database.connection, limits });
  second = await startTestAuth({ connection: database.connection, limits, keysFolder: auth.keysFolder });
});

beforeEach(async () => {
  await Promise.all([auth.context.settle(), second.context.settle()]);
  await database.empty();
});

afterAll(async () => {
  await second.stop();
  await auth.stop();
  await database.drop();
});

function browserAt(address: string, instance: TestAuth = auth): TestBrowser {
  const browser = new TestBrowser(instance);
  browser.headers = { ...browser.headers, 'X-Forwarded-For': address };
  return browser;
}

// There are many calls, each with a hash or a write.
jest.setTimeout(60_000);

const wrongPassword = 'Wrong123';
const eventsOfAccount = async () => {
  await Promise.all([auth.context.settle(), second.context.settle()]);
  const user = await auth.context.users.findByEmail(samplePerson.email);
  return (await storedEvents(auth.users.db, user?.id)).map(({ type }) => type);
};

/** The answers to eleven attempts, one after the other. */
async function statusesOf(
  attempt: (attemptNumber: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses = [];
  for (let attemptNumber = 1; attemptNumber <= 11; attemptNumber += 1)
    statuses.push((await attempt(attemptNumber)).status);
  return statuses;
}

/** Eleven wrong passwords from unknown clients; resolves with the last status. */
const enterWrongPasswords = async () =>
  (
    await statusesOf((attemptNumber) =>
      browserAt(`203.0.113.${attemptNumber}`).logIn(samplePerson.email, wrongPassword),
    )
  ).at(-1);

describe('limits per client address', () => {
  it('allow a number of signups an hour over all instances, then answer 429 with Retry-After (A-16, AUTH-L1)', async () => {
    const statuses = [];
    for (const [index, instance] of [auth, second, auth, second].entries()) {
      const answer = await browserAt('203.0.113.1', instance).signUp({ email: `a${index}@example.com` });
      statuses.push(answer.status);
      if (index === 3) {
        expect(answer.body).toMatchObject({ success: false, code: 'too-many-requests' });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
      }
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect(await auth.users.countDocuments({})).toBe(3);
    expect((await browserAt('203.0.113.2').signUp()).status).toBe(201);
  });

  it('count each login, successful or not, of any account (A-07)', async () => {
    await browserAt('203.0.113.9').signUp();
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        browserAt('203.0.113.1')
          .logIn(`nobody${index}@example.com`, wrongPassword)
          .then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await browserAt('203.0.113.1').logIn()).status).toBe(429);
    expect((await browserAt('203.0.113.2').logIn()).status).toBe(200);
  });

  it('count the logins of all instances together, except the first of each (AUTH-L1)', async () => {
    const limits = { loginsPerHour: 120, slowDownMs: 0 };
    const [firstInstance, secondInstance] = await Promise.all(
      [auth, second].map(() => startTestAuth({ connection: database.connection, limits })),
    );
    if (!firstInstance || !secondInstance) throw new Error('No instances.');
    const logIn = (instance: TestAuth) =>
      browserAt('203.0.113.7', instance).logIn('nobody@example.com', wrongPassword);
    const { limits: firstLimits } = firstInstance.context;
    // The first instance counts two in memory and 118 in the database; the second has two in memory left.
    for (let count = 0; count < 120; count += 1) await firstLimits.login('203.0.113.7');
    await expect(firstLimits.login('203.0.113.7')).rejects.toMatchObject({ status: 429 });
    await secondInstance.context.limits.login('203.0.113.7');
    await secondInstance.context.limits.login('203.0.113.7');
    expect((await logIn(secondInstance)).status).toBe(429);
    await Promise.all([firstInstance.stop(), secondInstance.stop()]);
  });

  it('apply to requests of reset mails and to uses of links', async () => {
    const ask = () => browserAt('203.0.113.1').send('post', '/api/auth/forgot-password', { email: 'a@b.co' });
    const use = () =>
      browserAt('203.0.113.1').send('post', '/api/auth/reset-password', { token: 'x', password: 'Orchid88' });
    expect((await statusesOf(ask)).slice(0, 5)).toEqual([200, 200, 200, 200, 429]);
    expect((await statusesOf(use)).slice(0, 5)).toEqual([400, 400, 400, 400, 429]);
  });
});

describe('wrong passwords of one account', () => {
  it('slow down, then lock the account for minutes, and its owner is informed once (A-06, AUTH-L3)', async () => {
    await browserAt('203.0.113.9').signUp();
    const times: number[] = [];
    for (let count = 1; count <= 10; count += 1) {
      const startedAt = performance.now();
      const answer = await browserAt(`203.0.113.${count}`).logIn(samplePerson.email, wrongPassword);
      times.push(performance.now() - startedAt);
      expect(answer.status).toBe(401);
    }
    expect(times.at(-1)).toBeGreaterThan(100);
    const answer = await browserAt('203.0.113.50', second).logIn();
    expect([answer.status, answer.body.code]).toEqual([429, 'too-many-requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    await browserAt('203.0.113.51').logIn(samplePerson.email, wrongPassword);
    expect(await eventsOfAccount()).toEqual(['user.registered', 'account.locked']);
  });

  it('lock an address without an account the same way (A-02)', async () => {
    expect(
      await statusesOf((attemptNumber) =>
        browserAt(`203.0.113.${attemptNumber}`).logIn('nobody@example.com', wrongPassword),
      ),
    ).toEqual([...Array(10).fill(401), 429]);
  });

  it.each([
    ['at most ten times, also for fifty concurrent attempts', () => [auth], 10],
    ['at most once more for each further instance', () => [auth, second], 11],
  ])('reach the hash %s (A-09)', async (_, instances, maxChecked) => {
    await browserAt('203.0.113.99').signUp();
    const instance = instances();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_one, index) =>
        browserAt(`203.0.113.${index}`, instance[index % instance.length]).logIn(
          samplePerson.email,
          wrongPassword,
        ),
      ),
    );
    const checked = answers.filter(({ status }) => status === 401).length;
    expect(checked).toBeGreaterThanOrEqual(10);
    expect(checked).toBeLessThanOrEqual(maxChecked);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - checked);
    expect(await eventsOfAccount()).toEqual(['user.registered', 'account.locked']);
  });

  it('from unknown clients do not lock a known browser, on any instance, also after a logout (AUTH-L5)', async () => {
    const owner = browserAt('203.0.113.99');
    await owner.signUp();
    await owner.logOut();
    expect(await enterWrongPasswords()).toBe(429);
    expect((await owner.logIn()).status).toBe(200);
    const elsewhere = browserAt('203.0.113.98', second);
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.logIn()).status).toBe(200);
    // Unknown clients stay locked after a login of a known browser.
    expect((await browserAt('203.0.113.97').logIn()).status).toBe(429);
  });

  it('do not lock a browser that has the cookie of an earlier release, without prefix (AUTH-L5)', async () => {
    const browser = browserAt('203.0.113.99');
    const { id: userId } = (await browser.signUp()).body.user;
    browser.headers = { ...browser.headers, 'X-Forwarded-Proto': 'https' };
    expect(await enterWrongPasswords()).toBe(429);
    expect((await browser.logIn()).status).toBe(200);
    const id = (name: string) => browser.cookies.get(name)?.split('.')[0];
    expect(id('__Host-kinmel-device')).toBe(id('kinmel-device'));
    const body = { password: samplePerson.password };
    expect((await browser.call('post', `/api/users/${userId}/delete`, body)).status).toBe(200);
    expect([...browser.cookies.keys()].filter((name) => name.endsWith('kinmel-device'))).toEqual([]);
  });

  it('from a known browser lock only that browser (AUTH-L5)', async () => {
    const owner = browserAt('203.0.113.99');
    await owner.signUp();
    const statuses = await statusesOf(() => owner.logIn(samplePerson.email, wrongPassword));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await owner.logIn()).status).toBe(429);
    expect(await eventsOfAccount()).toEqual(['user.registered', 'account.locked']);
    expect((await browserAt('203.0.113.98').logIn()).status).toBe(200);
  });

  it.each([
    ['of another account', (cookie: string) => cookie],
    ['with another hash', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['with another id', (cookie: string) => `AAAA${cookie.slice(4)}`],
    ['without a hash', (cookie: string) => cookie.split('.')[0] ?? ''],
  ])('do not recognise a device by a cookie %s (AUTH-L5)', async (kind, change) => {
    const owner = browserAt('203.0.113.99');
    await owner.signUp();
    const other = browserAt('203.0.113.98');
    await other.signUp({ email: 'other@example.com' });
    expect(await enterWrongPasswords()).toBe(429);
    const thief = browserAt('203.0.113.97');
    const from = kind === 'of another account' ? other : owner;
    thief.cookies.set('kinmel-device', change(from.cookies.get('kinmel-device') ?? ''));
    expect((await thief.logIn()).status).toBe(429);
  });

  it('from unknown clients do not keep a signed-in owner from changing the password (AUTH-L5)', async () => {
    const owner = browserAt('203.0.113.99');
    await owner.signUp();
    expect(await enterWrongPasswords()).toBe(429);
    const body = { currentPassword: samplePerson.password, password: 'Orchid88' };
    expect((await owner.call('post', '/api/auth/change-password', body)).status).toBe(200);
  });

  it('are reset by a correct one', async () => {
    await browserAt('203.0.113.99').signUp();
    for (let round = 0; round < 3; round += 1) {
      for (const attemptNumber of [1, 2, 3, 4])
        await browserAt(`203.0.${round}.${attemptNumber}`).logIn(samplePerson.email, wrongPassword);
      expect((await browserAt('203.0.113.99').logIn()).status).toBe(200);
    }
  });

  it('do not limit concurrent logins of many devices', async () => {
    await browserAt('203.0.113.99').signUp();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => browserAt(`203.0.113.${index}`).logIn()),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('are counted when a password is confirmed too', async () => {
    const browser = browserAt('203.0.113.99');
    await browser.signUp();
    const body = { currentPassword: wrongPassword, password: 'Orchid88' };
    const statuses = await statusesOf(() => browser.call('post', '/api/auth/change-password', body));
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});
