import { storedEvents } from '@kinmel/testing/servers';
import request from 'supertest';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);
const days = (count: number) => hours(24 * count);

async function signedInStaff() {
  await signedUp(auth);
  await auth.users.updateOne({}, { role: 'admin' });
  await auth.sessions.deleteMany({});
  const browser = new TestBrowser(auth);
  await browser.logIn();
  return browser;
}
const sessionIdOf = (browser: TestBrowser) => browser.storage.refreshToken.split('.')[0] ?? '';

/** Another service checks a call of the person; true while the session is live. */
async function isLive(browser: TestBrowser, { isBackground = false } = {}): Promise<boolean> {
  const { body } = await request(auth.server)
    .get(`/internal/sessions/${sessionIdOf(browser)}${isBackground ? '?isBackground=true' : ''}`)
    .set('X-Kinmel-Service-Token', testServiceToken);
  return body.data !== null;
}
const storedSession = () => auth.sessions.findOne({}).lean();
const reasons = async (browser: TestBrowser) =>
  (await storedEvents(auth.sessions.db, sessionIdOf(browser))).map(({ data }) =>
    Reflect.get(data ?? {}, 'reason'),
  );
const endOf = async (browser: TestBrowser, headers: Record<string, string> = {}) => {
  const { body } = await request(auth.server)
    .get('/api/auth/session-end')
    .set('Authorization', `Bearer ${browser.storage.token}`)
    .set(headers);
  return body;
};

const idleText = 'You were signed out after 30 minutes without activity. Please sign in again.';

describe('a session of staff (AUTH-S9)', () => {
  it('ends after 30 minutes in which its page only polled, permanently and with a message', async () => {
    const browser = await signedInStaff();
    clock.pass(minutes(29));
    expect(await isLive(browser)).toBe(true);
    for (let passed = 1; passed < 30; passed += 1) {
      clock.pass(minutes(1));
      expect(await isLive(browser, { isBackground: true })).toBe(true);
    }
    clock.pass(minutes(1));
    expect(await isLive(browser, { isBackground: true })).toBe(false);
    expect((await storedSession())?.endedAt).toEqual(expect.any(Date));
    expect(await reasons(browser)).toEqual(['expired']);
    expect((await browser.refresh()).body).toMatchObject({ code: 'session-expired', message: idleText });
    expect((await browser.call('get', '/api/auth/sessions')).body.code).toBe('not-signed-in');
  });

  it('is extended by calls of its person, but ends twelve hours after the sign-in', async () => {
    const browser = await signedInStaff();
    for (let passed = 20; passed < 12 * 60; passed += 20) {
      clock.pass(minutes(20));
      expect(await isLive(browser)).toBe(true);
    }
    clock.pass(minutes(20));
    expect(await isLive(browser)).toBe(false);
    expect((await browser.refresh()).body).toMatchObject({
      code: 'session-expired',
      message: 'Your session ended, 12 hours after you signed in. Please sign in again.',
    });
  });

  it('is not extended by the refreshes of its page', async () => {
    const browser = await signedInStaff();
    for (const passed of [14, 14]) {
      clock.pass(minutes(passed));
      expect((await browser.refresh()).status).toBe(200);
    }
    clock.pass(minutes(2));
    const answer = await browser.refresh();
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      401,
      'session-expired',
      idleText,
    ]);
    expect(await reasons(browser)).toEqual(['expired']);
  });

  it('stores its activity at most once a minute, once for concurrent calls, and never after its end', async () => {
    const browser = await signedInStaff();
    const write = jest.spyOn(auth.sessions.collection, 'updateOne');
    clock.pass(minutes(1) - 1_000);
    for (let call = 0; call < 5; call += 1) await isLive(browser);
    expect(write).not.toHaveBeenCalled();
    clock.pass(1_000);
    await Promise.all(Array.from({ length: 20 }, () => isLive(browser)));
    const results = await Promise.all(write.mock.results.map(({ value }) => value));
    expect(results.filter(({ modifiedCount }) => modifiedCount > 0)).toHaveLength(1);
    jest.restoreAllMocks();

    const before = await auth.context.sessions.find(sessionIdOf(browser));
    await browser.logOut();
    await auth.context.sessions.noteActivity(
      before ?? { id: '' },
      new Date(clock.now().getTime() + hours(1)),
    );
    expect((await storedSession())?.activeAt).toEqual(before?.activeAt);
  });

  it('of an older version counts as active at its last refresh, until the first activity is stored', async () => {
    const browser = await signedInStaff();
    await auth.sessions.updateOne({}, { $unset: { activeAt: 1 } });
    clock.pass(minutes(20));
    await browser.refresh();
    clock.pass(minutes(20));
    expect(await isLive(browser, { isBackground: true })).toBe(true);
    expect((await storedSession())?.activeAt).toBeUndefined();
    expect(await isLive(browser)).toBe(true);
    expect((await storedSession())?.activeAt).toEqual(expect.any(Date));
  });

  it('ends twelve hours after the sign-in even if an older version stored a later expiry', async () => {
    const browser = await signedInStaff();
    clock.pass(hours(13));
    const now = clock.now();
    await auth.sessions.updateOne(
      {},
      { activeAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + days(30)) },
    );
    expect(await isLive(browser)).toBe(false);
  });

  it('reports when it ends; a background request for that is no activity', async () => {
    const browser = await signedInStaff();
    clock.pass(minutes(10));
    expect(await endOf(browser, { 'X-Background': '1' })).toEqual({
      success: true,
      endsInSeconds: expect.closeTo((12 * 60 - 10) * 60, -1),
      idleEndsInSeconds: expect.closeTo(20 * 60, -1),
    });
    clock.pass(2_000);
    expect((await endOf(browser)).idleEndsInSeconds).toBeCloseTo(30 * 60, -1);
  });
});

describe('a session of a customer (AUTH-S9)', () => {
  it('ends 90 days after the sign-in, however often it is used, and not after days without use', async () => {
    const browser = await signedUp(auth);
    expect(await endOf(browser)).toMatchObject({ idleEndsInSeconds: null });
    for (const passed of [29, 29, 29]) {
      clock.pass(days(passed));
      expect((await browser.refresh()).status).toBe(200);
    }
    clock.pass(days(3));
    expect((await browser.refresh()).body).toMatchObject({
      code: 'session-expired',
      message: 'Your session has ended. Please sign in again.',
    });
    expect((await browser.call('get', '/api/auth/sessions')).status).toBe(401);
    expect((await browser.logIn(samplePerson.email)).status).toBe(200);
  });
});
