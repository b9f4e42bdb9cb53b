import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from './testing/test-auth.ts';
import { TestBrowser } from './testing/test-browser.ts';

let database: TestDatabase;
let auth: TestAuth;
let browser: TestBrowser;

beforeAll(async () => {
  database = await testDatabase('auth');
  auth = await startTestAuth({ connection: database.connection });
  browser = new TestBrowser(auth);
  await browser.signUp();
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

const paths = {
  '/api/auth/signup': { fullName: 'A', email: 'a@b.co', number: '1', password: 'Orchid77' },
  '/api/auth/login': { email: 'a@b.co', password: 'Orchid77' },
  '/api/auth/refresh': { refreshToken: 'x' },
  '/api/auth/forgot-password': { email: 'a@b.co' },
  '/api/auth/reset-password/check': { token: 'x' },
  '/api/auth/reset-password': { token: 'x', password: 'Orchid77' },
  '/api/auth/change-password': { currentPassword: 'x', password: 'Orchid77' },
} as const;

const badValues: [string, unknown][] = [
  ['an operator', { $ne: null }],
  ['another operator', { $gt: '' }],
  ['a pattern', { $regex: '.*' }],
  ['a list', ['a@b.co']],
  ['an empty list', []],
  ['a number', 7],
  ['a yes', true],
  ['null', null],
  ['a long text', 'a'.repeat(60_000)],
];

const cases = Object.entries(paths).flatMap(([path, good]) =>
  Object.keys(good).flatMap((field) =>
    badValues.map(([name, value]) => [path, field, name, { ...good, [field]: value }] as const),
  ),
);

it.each(cases)(
  '%s refuses %s as %s with 400, quickly, and stores nothing',
  async (path, _field, _name, body) => {
    const before = await auth.users.countDocuments({});
    const startedAt = performance.now();
    const answer = await browser.call('post', path, body);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request']);
    expect(answer.body.message).toBe(answer.body.error);
    expect(await auth.users.countDocuments({})).toBe(before);
  },
);

it.each(Object.keys(paths))('%s refuses a body of 200 kB with 413 and broken JSON with 400', async (path) => {
  const large = await browser.call('post', path, { email: 'a'.repeat(200_000) });
  expect([large.status, large.body.code]).toEqual([413, 'too-large']);
  browser.headers = { ...browser.headers, 'Content-Type': 'application/json' };
  const broken = await browser.call('post', path, '{"email":' as unknown as object);
  expect([broken.status, broken.body.code]).toEqual([400, 'invalid-json']);
});
