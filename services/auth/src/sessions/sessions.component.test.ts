import { storedEvents } from '@kinmel/testing/servers';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, optionsToLogIn } from '../testing/passkeys.ts';
import { samplePerson, setCookies, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';
import { forgetDeletedUsers } from '../users/forget-deleted-users.ts';

const auth = useTestAuth();
const { clock } = auth;

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';

async function signedIn(headers: Record<string, string> = {}): Promise<TestBrowser> {
  const browser = new TestBrowser(auth);
  browser.headers = { ...browser.headers, ...headers };
  await browser.logIn();
  return browser;
}

const reasons = async () => {
  const events = await storedEvents(auth.sessions.db);
  return events.flatMap(({ type, data }) =>
    type.startsWith('session.') ? [JSON.parse(JSON.stringify(data)).reason] : [],
  );
};

const deviceCookie =
  /^kinmel-device=[\w-]{22}\.[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/;

describe('the cookie half', () => {
  it('is HttpOnly, SameSite=Strict, for the whole site and for 30 days', async () => {
    const answer = await new TestBrowser(auth).signUp();
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(deviceCookie),
      expect.stringMatching(
        /^kinmel-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('is bound to the host and to https with https', async () => {
    const browser = new TestBrowser(auth);
    browser.headers = { ...browser.headers, 'X-Forwarded-Proto': 'https' };
    const answer = await browser.signUp();
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(
        /^__Host-kinmel-device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
      ),
      expect.stringMatching(
        /^__Host-kinmel-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.logOut()).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['__Host-kinmel-device']);
  });

  it('changes with every login (session fixation)', async () => {
    const browser = await signedUp(auth);
    const before = browser.cookies.get('kinmel-session');
    await browser.logIn();
    expect(browser.cookies.get('kinmel-session')).not.toBe(before);
  });
});

describe('logout', () => {
  it('ends the session on the server and clears the cookies', async () => {
    const browser = await signedUp(auth);
    const tab = browser.tab();
    const answer = await browser.logOut();
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Signed out' }]);
    expect([...browser.cookies.keys()]).toEqual(['kinmel-device']);
    expect((await tab.refresh()).status).toBe(401);
    expect(await reasons()).toEqual(['logout']);
  });

  it('answers the same for a repeated, malformed or missing token (A-30)', async () => {
    const browser = await signedUp(auth);
    const { status, text } = await browser.logOut();
    expect(status).toBe(200);
    const empty = () => browser.send('post', '/api/auth/logout', {});
    for (const logOutAgain of [() => browser.logOut(), () => browser.logOut('garbage'), empty])
      expect(await logOutAgain()).toMatchObject({ status, text });
    expect(await reasons()).toEqual(['logout']);
  });

  it('accepts a token that was just replaced or the access token alone, but no forged secret', async () => {
    const browser = await signedUp(auth);
    const old = browser.storage.refreshToken;
    await new TestBrowser(auth).logOut(`${old.split('.')[0]}.1.${'A'.repeat(43)}`);
    expect((await browser.refresh()).status).toBe(200);
    await browser.tab().logOut(old);
    expect((await browser.refresh()).status).toBe(401);
    await browser.logIn();
    await browser.call('post', '/api/auth/logout', {});
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(0);
  });

  it('ends its own session when it is late, and keeps the cookies of a newer one (AUTH-S2)', async () => {
    const browser = await signedUp(auth);
    const old = browser.storage.refreshToken;
    await browser.logIn();
    const answer = await browser.logOut(old);
    expect([answer.status, setCookies(answer)]).toEqual([200, []]);
    expect((await browser.refresh()).status).toBe(200);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
    expect(await reasons()).toEqual(['logout']);
  });

  it('leaves no live token when it races a refresh, 100 times (S-09)', async () => {
    await signedUp(auth);
    for (let round = 0; round < 100; round += 1) {
      const browser = await signedIn();
      const tab = browser.tab();
      const refreshing = tab.refresh();
      await Promise.all([refreshing, browser.logOut()]);
      for (const client of [browser, tab]) {
        client.cookies.set('kinmel-session', tab.cookies.get('kinmel-session') ?? 'none');
        expect((await client.refresh()).status).toBe(401);
      }
    }
    // The session of the sign-up.
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
  }, 120_000);
});

describe('the list of sessions', () => {
  it('has device, addresses of login and last use, and times, the current one first', async () => {
    const laptop = await signedUp(auth);
    clock.pass(60_000);
    const phone = await signedIn({ 'User-Agent': android });
    clock.pass(60_000);
    const tablet = await signedIn();
    clock.pass(60_000);
    laptop.headers = { ...laptop.headers, 'X-Forwarded-For': '203.0.113.7' };
    await laptop.refresh();
    const answer = await phone.call('get', '/api/auth/sessions');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toHaveLength(3);
    const ownSession = { device: 'Chrome on Android', address: '127.0.0.1', isCurrent: true };
    expect(answer.body.data[0]).toMatchObject(ownSession);
    expect(answer.body.data[1]).toMatchObject({ address: '127.0.0.1', lastAddress: '203.0.113.7' });
    expect(answer.body.data.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(
      [phone, laptop, tablet].map(({ storage }) => storage.refreshToken.split('.')[0]),
    );
    expect(Date.parse(answer.body.data[1].lastUsedAt)).toBeGreaterThan(
      Date.parse(answer.body.data[1].signedInAt),
    );
  });

  it('allows ending one', async () => {
    const laptop = await signedUp(auth);
    const phone = await signedIn();
    const [sessionId] = phone.storage.refreshToken.split('.');
    expect((await laptop.call('delete', `/api/auth/sessions/${sessionId}`)).status).toBe(200);
    expect((await phone.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
    expect(await reasons()).toEqual(['ended-by-owner']);
    expect((await laptop.call('delete', `/api/auth/sessions/${sessionId}`)).status).toBe(200);
    expect(await reasons()).toEqual(['ended-by-owner']);
  });

  it('allows ending all, including the current one', async () => {
    const laptop = await signedUp(auth);
    const phone = await signedIn();
    const stranger = await signedUp(auth, { email: 'other@example.com' });
    expect((await laptop.call('delete', '/api/auth/sessions')).status).toBe(200);
    expect([...laptop.cookies.keys()]).toEqual(['kinmel-device']);
    expect([(await laptop.refresh()).status, (await phone.refresh()).status]).toEqual([401, 401]);
    expect((await stranger.refresh()).status).toBe(200);
  });

  it('does not show or end sessions of others (SIL-01)', async () => {
    const owner = await signedUp(auth);
    const stranger = await signedUp(auth, { email: 'other@example.com' });
    const [sessionId] = owner.storage.refreshToken.split('.');
    const answer = await stranger.call('delete', `/api/auth/sessions/${sessionId}`);
    const unknown = await stranger.call('delete', '/api/auth/sessions/AAAAAAAAAAAAAAAAAAAAAA');
    expect([answer.status, answer.body.message]).toEqual([404, unknown.body.message]);
    expect((await stranger.call('get', '/api/auth/sessions')).body.data).toHaveLength(1);
    expect((await owner.refresh()).status).toBe(200);
  });

  it('refuses an access token whose session has ended (A-22, AUTH-S7)', async () => {
    const laptop = await signedUp(auth);
    const { token } = laptop.storage;
    await laptop.logOut();
    for (const [method, path, body] of [
      ['get', '/api/auth/sessions', undefined],
      ['delete', '/api/auth/sessions', undefined],
      ['post', '/api/auth/change-password', { currentPassword: samplePerson.password, password: 'Orchid88' }],
    ] as const) {
      expect((await laptop.send(method, path, body, { token })).status).toBe(401);
    }
  });

  it('names devices without quoting the user agent', async () => {
    await signedUp(auth);
    const strange = await signedIn({ 'User-Agent': `<script>alert(1)</script>${'x'.repeat(5_000)}` });
    const answer = await strange.call('get', '/api/auth/sessions');
    expect(answer.body.data[0].device).not.toMatch(/[<>]/);
    expect(answer.body.data[0].device.length).toBeLessThan(90);
  });
});

describe('the sign-ins of an account (AUTH-S10)', () => {
  const listSignIns = async (browser: TestBrowser) => {
    await auth.context.settle();
    return (await browser.call('get', '/api/auth/sign-ins')).body.data;
  };
  const storedSignIns = () => auth.database.connection.collection('sign_ins');

  it('are listed with time, way and device, newest first, including wrong passwords', async () => {
    const browser = await signedUp(auth);
    const authenticator = new Authenticator();
    const recoveryCode = (await addPasskey(browser, authenticator)).body.recoveryCodes[0];
    const { email } = samplePerson;
    clock.pass(1_000);
    await browser.tab().logIn(email, 'Wrong123');
    clock.pass(1_000);
    const credential = authenticator.get(await optionsToLogIn(browser));
    await browser.send('post', '/api/auth/login/passkey', { credential });
    clock.pass(1_000);
    const phone = new TestBrowser(auth);
    phone.headers = { ...phone.headers, 'User-Agent': android };
    await phone.send('post', '/api/auth/login/recovery-code', { email, code: recoveryCode });

    const signIns = await listSignIns(browser);
    expect(signIns).toMatchObject([
      {
        way: 'recovery-code',
        isRefused: false,
        device: 'Chrome on Android',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { way: 'passkey', isRefused: false },
      { way: 'password', isRefused: true },
      { way: 'password', isRefused: false },
    ]);
    // No address, neither answered nor stored.
    expect(Object.keys(signIns[0]).toSorted()).toEqual(['at', 'device', 'isRefused', 'way']);
    expect(JSON.stringify(await storedSignIns().find().toArray())).not.toMatch(/\d+\.\d+\.\d+\.\d+|::/);
  });

  it('are those of the caller, with at most ten wrong passwords in the list and all of them in the export', async () => {
    const browser = await signedUp(auth);
    await auth.context.settle();
    const userId = (await storedSignIns().findOne())?.userId;
    const wrongPasswords = Array.from({ length: 24 }, () => ({
      userId,
      at: clock.now(),
      way: 'password',
      isRefused: true,
    }));
    await storedSignIns().insertMany(
      [...wrongPasswords, { ...wrongPasswords[0], userId: 'another' }].map((signIn) => ({
        ...signIn,
        device: 'A',
      })),
    );
    const signIns: { isRefused: boolean }[] = await listSignIns(browser);
    expect(signIns.map(({ isRefused }) => isRefused)).toEqual([...Array(10).fill(true), false]);
    expect((await browser.call('get', `/api/users/${userId}/export`)).body.signIns).toHaveLength(25);
  });

  it('are stored for 90 days', async () => {
    expect(await storedSignIns().indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 90 * 86_400 }),
    );
  });

  it('are deleted with the account, also one that was written meanwhile', async () => {
    const browser = await signedUp(auth);
    await auth.context.settle();
    const signIn = await storedSignIns().findOne();
    await browser.call('post', `/api/users/${signIn?.userId}/delete`, { password: samplePerson.password });
    expect(await storedSignIns().countDocuments()).toBe(0);
    if (signIn) await storedSignIns().insertOne(signIn);
    await forgetDeletedUsers(auth.context);
    expect(await storedSignIns().countDocuments()).toBe(0);
  });
});
