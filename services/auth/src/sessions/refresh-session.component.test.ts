import { storedEvents } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;

/** The session's events in the outbox. */
async function eventsOf(sessionId: string): Promise<{ type: string; data: unknown }[]> {
  return (await storedEvents(auth.users.db, sessionId)).map(({ type, data }) => ({ type, data }));
}

const sessionIdOf = (browser: TestBrowser) => browser.storage.refreshToken.split('.')[0] ?? '';

describe('refresh', () => {
  it.each(['/api/auth/refresh', '/api/refresh-token'])(
    '%s returns a new access token, the next refresh token and the user (API-08 to API-11, CONF-20)',
    async (path) => {
      const browser = await signedUp(auth);
      const before = browser.storage.refreshToken;
      const answer = await browser.send('post', path, { refreshToken: before });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ success: true, user: { email: samplePerson.email } });
      expect(answer.body.refreshToken).not.toBe(before);
      const { token } = answer.body;
      expect((await browser.send('get', '/api/auth/sessions', undefined, { token })).status).toBe(200);
    },
  );

  it('needs one conditional write and one read of the account (AUTH-S1)', async () => {
    const browser = await signedUp(auth);
    const calls = {
      rotations: jest.spyOn(auth.sessions.collection, 'findOneAndUpdate'),
      writes: jest.spyOn(auth.sessions.collection, 'updateOne'),
      inserts: jest.spyOn(mongo.Collection.prototype, 'insertOne'),
      reads: jest.spyOn(auth.sessions.collection, 'findOne'),
      accountReads: jest.spyOn(auth.users.collection, 'findOne'),
      accountWrites: jest.spyOn(auth.users.collection, 'updateOne'),
    };
    await browser.refresh();
    const counted = Object.entries(calls).map(([name, { mock }]) => [name, mock.calls.length]);
    jest.restoreAllMocks();
    const noCalls = { writes: 0, inserts: 0, reads: 0, accountWrites: 0 };
    expect(Object.fromEntries(counted)).toEqual({ ...noCalls, rotations: 1, accountReads: 1 });
  });

  it('keeps the session when two tabs refresh concurrently, 100 times (S-08)', async () => {
    const first = await signedUp(auth);
    let failures = 0;
    for (let round = 0; round < 100; round += 1) {
      const second = first.tab();
      const answers = await Promise.all([first.refresh(), second.refresh()]);
      if (answers.some(({ status }) => status !== 200)) failures += 1;
      // Both tabs get the same token.
      expect(second.storage.refreshToken).toBe(first.storage.refreshToken);
    }
    expect(failures).toBe(0);
    expect((await first.refresh()).status).toBe(200);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
  }, 120_000);

  it('accepts a token that was replaced several times within the grace period (AUTH-18)', async () => {
    const first = await signedUp(auth);
    const slow = first.tab();
    for (let times = 0; times < 4; times += 1) await first.refresh();
    clock.pass(9_000);
    expect((await slow.refresh()).status).toBe(200);
    expect(slow.storage.refreshToken).toBe(first.storage.refreshToken);
  });

  it('ends the family when a used token is reused after 11 s, and informs the owner (S-08, A-24)', async () => {
    const owner = await signedUp(auth);
    const staleTab = owner.tab();
    await owner.refresh();
    clock.pass(11_000);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    staleTab.headers = { ...staleTab.headers, 'User-Agent': agent };
    const answer = await staleTab.refresh();
    expect([answer.status, answer.body.code]).toEqual([401, 'signed-out']);
    expect((await owner.refresh()).status).toBe(401);
    const { email, fullName } = samplePerson;
    expect(await eventsOf(sessionIdOf(owner))).toMatchObject([
      { type: 'session.revoked' },
      { type: 'session.reuse-detected', data: { email, fullName, device: 'Firefox on Linux' } },
    ]);
    // Only once, however often the token is reused.
    await staleTab.refresh();
    expect(await eventsOf(sessionIdOf(owner))).toHaveLength(2);
  });

  it('returns the same token when a renewal with a lost answer is repeated, at any time (AUTH-S3)', async () => {
    const owner = await signedUp(auth);
    owner.headers = { ...owner.headers, 'Idempotency-Key': 'renewal-0123456789' };
    await owner.refreshWithLostAnswer();
    clock.pass(3 * 60 * 60_000);
    const answers = [await owner.tab().refresh(), await owner.refresh()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.refreshToken).toBe(answers[1]?.body.refreshToken);
    owner.headers = { ...owner.headers, 'Idempotency-Key': 'renewal-9876543210' };
    expect((await owner.refresh()).status).toBe(200);
  });

  it.each([
    ['by another renewal', 'renewal-9876543210', 1],
    ['by a renewal without a key', '', 1],
    ['by the same renewal after its successor was used', 'renewal-0123456789', 2],
  ])('ends the family when a used token is reused %s (AUTH-S4)', async (_, key, times) => {
    const owner = await signedUp(auth);
    owner.headers = { ...owner.headers, 'Idempotency-Key': 'renewal-0123456789' };
    const thief = owner.tab();
    for (let time = 0; time < times; time += 1) await owner.refresh();
    clock.pass(11_000);
    thief.headers = { ...thief.headers, 'Idempotency-Key': key };
    expect((await thief.refresh()).status).toBe(401);
    expect((await owner.refresh()).status).toBe(401);
  });

  it.each(['', 'short', 'a'.repeat(65), 'renewal 0123456789'])(
    'ignores the malformed key %j of a renewal (AUTH-S4)',
    async (key) => {
      const owner = await signedUp(auth);
      owner.headers = { ...owner.headers, 'Idempotency-Key': key };
      await owner.refreshWithLostAnswer();
      clock.pass(11_000);
      expect((await owner.refresh()).status).toBe(401);
    },
  );

  it('recognises a used token of any age (AUTH-S4)', async () => {
    const owner = await signedUp(auth);
    const staleTab = owner.tab();
    for (let times = 0; times < 30; times += 1) await owner.refresh();
    clock.pass(60_000);
    await staleTab.refresh();
    expect(await eventsOf(sessionIdOf(owner))).toHaveLength(2);
    expect((await owner.refresh()).status).toBe(401);
  });

  it('refuses the storage half without the cookie half (A-25, AUTH-S2)', async () => {
    const owner = await signedUp(auth);
    const thief = new TestBrowser(auth);
    const program = new TestBrowser(auth);
    program.headers = {};
    const stranger = new TestBrowser(auth);
    await stranger.signUp({ email: 'other@example.com' });
    for (const other of [thief, program, stranger]) {
      const answer = await other.refresh(owner.storage.refreshToken);
      expect([answer.status, answer.body.code]).toEqual([401, 'signed-out']);
    }
    // Without its cookie half, a used token does not end the session.
    const used = owner.storage.refreshToken;
    await owner.refresh();
    clock.pass(11_000);
    await thief.refresh(used);
    expect((await owner.refresh()).status).toBe(200);
  });

  it('refuses the cookie half without the storage half', async () => {
    const owner = await signedUp(auth);
    const [sessionId] = owner.storage.refreshToken.split('.');
    const forgedToken = `${sessionId}.1.${'A'.repeat(43)}`;
    expect((await owner.refresh(forgedToken)).status).toBe(401);
    expect((await owner.refresh()).status).toBe(200);
  });

  it('expires 30 days after the last use (SIL-46, A-27, AUTH-S7)', async () => {
    const browser = await signedUp(auth);
    const days = (count: number) => count * 24 * 60 * 60_000;
    clock.pass(days(29));
    expect((await browser.refresh()).status).toBe(200);
    clock.pass(days(29));
    expect((await browser.refresh()).status).toBe(200);
    clock.pass(days(30) + 1_000);
    expect((await browser.refresh()).status).toBe(401);
  });

  it('reflects a changed role and a deleted account (A-21)', async () => {
    const browser = await signedUp(auth);
    await auth.users.updateOne({}, { $set: { role: 'admin' } });
    expect((await browser.refresh()).body.user.role).toBe('admin');
    await auth.users.updateOne({}, { $set: { deletedAt: new Date() } });
    expect((await browser.refresh()).status).toBe(401);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(0);
  });

  it.each([
    'hello',
    `${'a'.repeat(22)}.1.${'b'.repeat(43)}`,
    `${'a'.repeat(22)}.999999999.${'b'.repeat(43)}`,
  ])('answers %s with 401', async (refreshToken) => {
    const answer = await new TestBrowser(auth).refresh(refreshToken);
    expect([answer.status, answer.body.code]).toEqual([401, 'signed-out']);
  });
});

describe('calls that use the cookie', () => {
  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour under our domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin, in an older browser', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    [
      'another origin by the verdict of the gateway',
      { Origin: 'http://127.0.0.1', 'X-Kinmel-Origin': 'other' },
    ],
  ])('are refused from %s (A-28, K-08)', async (_, headers) => {
    const browser = await signedUp(auth);
    browser.headers = headers;
    const { refreshToken } = browser.storage;
    const cookies = new Map(browser.cookies);
    for (const [path, body] of [
      ['/api/auth/refresh', { refreshToken }],
      ['/api/refresh-token', { refreshToken }],
      ['/api/auth/logout', { refreshToken }],
      ['/api/auth/login', { email: samplePerson.email, password: samplePerson.password }],
      ['/api/auth/signup', { ...samplePerson, email: 'new@example.com' }],
    ] as const) {
      const answer = await browser.send('post', path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'not-allowed']);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(browser.cookies).toEqual(cookies);
    browser.headers = { 'Sec-Fetch-Site': 'same-origin' };
    expect((await browser.refresh()).status).toBe(200);
  });

  it('are refused from another site even with an access token (A-28, AUTH-S5)', async () => {
    const browser = await signedUp(auth);
    const session = await auth.sessions.findOne({ _id: sessionIdOf(browser) }).lean();
    browser.headers = { 'Sec-Fetch-Site': 'cross-site' };
    for (const [method, path, body] of [
      ['delete', `/api/auth/sessions/${session?._id}`, undefined],
      ['delete', '/api/auth/sessions', undefined],
      ['post', `/api/users/${session?.userId}/delete`, { password: samplePerson.password }],
    ] as const) {
      const answer = await browser.call(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'not-allowed']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    browser.headers = { 'Sec-Fetch-Site': 'same-origin' };
    expect((await browser.refresh()).status).toBe(200);
  });

  it.each([
    [200, 'same-site', 'allowed'],
    [200, undefined, 'allowed'],
    [403, 'same-site', 'same'],
    [403, 'same-site', 'other'],
    [403, 'same-site', undefined],
    [403, 'cross-site', 'allowed'],
  ])(
    'are answered with %s for Sec-Fetch-Site %s and the gateway verdict %s (API-01, AUTH-S5)',
    async (status, site, verdict) => {
      const browser = await signedUp(auth);
      browser.headers = {
        Origin: 'https://www.shop.example',
        ...(site && { 'Sec-Fetch-Site': site }),
        ...(verdict && { 'X-Kinmel-Origin': verdict }),
      };
      expect((await browser.refresh()).status).toBe(status);
    },
  );

  it('are accepted from a page of the shop without fetch metadata (AUTH-S5)', async () => {
    const browser = new TestBrowser(auth);
    const address = auth.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    browser.headers = { Origin: `http://127.0.0.1:${port}` };
    expect((await browser.signUp()).status).toBe(201);
    expect(browser.cookies.has('kinmel-session')).toBe(true);
    browser.headers = { Origin: 'https://shop.example', 'X-Kinmel-Origin': 'same' };
    expect((await browser.refresh()).status).toBe(200);
  });

  it('refuse a body of text/plain (K-09, A-28)', async () => {
    const browser = await signedUp(auth);
    browser.headers = { ...browser.headers, 'Content-Type': 'text/plain' };
    const answer = await browser.send('post', '/api/auth/refresh', JSON.stringify(browser.storage) as never);
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-type']);
  });
});
