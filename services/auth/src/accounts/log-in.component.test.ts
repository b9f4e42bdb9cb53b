import { personalDataOf } from '@kinmel/service-kit';
import { watchedConnection } from '@kinmel/testing';
import jsonwebtoken from 'jsonwebtoken';
import { startTestAuth } from '../testing/test-auth.ts';
import { samplePerson, setCookies, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';
import { ensureAdmin } from './ensure-admin.ts';

const admin = { email: 'Boss@example.com', password: 'Boss1234' };

const auth = useTestAuth({ limits: { wrongPasswords: 100_000 } });

beforeEach(() => new TestBrowser(auth).signUp());

/** Excludes delays by other work. */
const thirdFastest = (values: readonly number[]) => values.toSorted((a, b) => a - b)[2] ?? 0;

describe('login', () => {
  it('starts a session, in any spelling of the e-mail (API-04, API-05)', async () => {
    const answer = await new TestBrowser(auth).logIn(' RAM@Example.com ');
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ fullName: 'Ram Thapa', role: 'user' });
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('issues an ES256 token with key id, user, session, role and times only (SIL-46, AUTH-K1)', async () => {
    const { body } = await new TestBrowser(auth).logIn();
    const token = jsonwebtoken.decode(body.token, { complete: true });
    const { keys } = await auth.keys.publicSet();
    expect(token?.header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys[0]?.kid });
    expect(token?.payload).toEqual({
      iss: 'kinmel-auth',
      aud: 'kinmel',
      sub: body.user.id,
      sid: expect.any(String),
      role: 'user',
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    const { iat = 0, exp = 0 } = jsonwebtoken.decode(body.token, { json: true }) ?? {};
    expect(exp - iat).toBe(15 * 60);
  });

  it('refuses calls when the queue is full, before any database call', async () => {
    const { hasher, limits, users } = auth.context;
    const spies = [jest.spyOn(limits, 'login'), jest.spyOn(users, 'credentialsByEmail')];
    const unblocked = Promise.withResolvers<void>();
    const queuedTasks = Array.from({ length: 52 }, () =>
      hasher.runQueued('somebody', () => unblocked.promise),
    );
    const answer = await new TestBrowser(auth).logIn();
    unblocked.resolve();
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    await Promise.all(queuedTasks);
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });

  it('needs one read and one write, and more only after wrong passwords', async () => {
    const watched = await watchedConnection(auth.database);
    const countedAuth = await startTestAuth({ connection: watched.connection });
    const callsOf = async (password?: string) => {
      watched.commands.length = 0;
      await new TestBrowser(countedAuth).logIn(samplePerson.email, password);
      // The relay sends the events of the sign-up meanwhile, and asks the database for its time. A sign-in is stored
      // after the answer.
      return watched.commands
        .map(({ name, command }) => `${name} ${String(command[name])}`)
        .filter((call) => !['update outbox', 'hello 1', 'insert sign_ins'].includes(call));
    };
    // Opens connections.
    await callsOf();
    expect(await callsOf()).toEqual(['aggregate users', 'insert sessions']);
    expect(await callsOf('Wrong123')).toEqual(['aggregate users', 'findAndModify limits']);
    expect((await callsOf()).toSorted()).toEqual(['aggregate users', 'delete limits', 'insert sessions']);
    expect(await callsOf()).toEqual(['aggregate users', 'insert sessions']);
    await countedAuth.stop();
    await watched.close();
  });

  it('answers an unknown e-mail and a wrong password with the same bytes, except the request id (A-02)', async () => {
    const browser = new TestBrowser(auth);
    browser.headers['X-Request-Id'] = 'same-request-id';
    const wrong = await browser.logIn(samplePerson.email, 'Wrong123');
    const unknown = await browser.logIn('nobody@example.com', 'Wrong123');
    expect(wrong.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);
    const headersOf = ({ headers }: typeof wrong) => ({ ...headers, date: '' });
    expect(headersOf(wrong)).toEqual(headersOf(unknown));
    expect(await auth.sessions.countDocuments({})).toBe(1);
  });

  it('takes the same time for an unknown e-mail as for a wrong password (A-02, AUTH-A4)', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const browser = new TestBrowser(auth);
    for (let round = 0; round < 40; round += 1) {
      for (const [kind, email] of [
        ['known', samplePerson.email],
        ['unknown', `nobody${round}@example.com`],
      ] as const) {
        const startedAt = performance.now();
        await browser.logIn(email, 'Wrong123');
        times[kind].push(performance.now() - startedAt);
      }
    }
    const ratio = thirdFastest(times.unknown) / thirdFastest(times.known);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  }, 60_000);

  it.each([
    ['operators', { email: { $ne: null }, password: { $gt: '' } }],
    ['a list as the body', [samplePerson]],
    ['a password of 2,000 characters', { email: samplePerson.email, password: 'a'.repeat(2_000) }],
  ])('refuses %s before any query or hash (A-01, A-03, A-04)', async (_, body) => {
    const find = jest.spyOn(auth.context.users, 'credentialsByEmail');
    const answer = await new TestBrowser(auth).send('post', '/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'invalid-request' });
    expect(find).not.toHaveBeenCalled();
    find.mockRestore();
  });

  it.each([
    // The cookie is bound to the host.
    ['__Host', '', { 'X-Forwarded-Proto': 'https' }],
    // The cookie is shared with the pages' host when the API has another one.
    [
      '__Secure',
      ' Domain=kinmel.example;',
      {
        'X-Forwarded-Proto': 'https',
        'Sec-Fetch-Site': 'same-site',
        'X-Kinmel-Origin': 'allowed',
        'X-Kinmel-Cookie-Domain': 'kinmel.example',
      },
    ],
  ])(
    'sets the cookie of the admin files with https: %s%s (AUTH-K4, API-01)',
    async (prefix, domain, headers) => {
      await ensureAdmin(auth.context, admin);
      const browser = new TestBrowser(auth);
      browser.headers = { ...browser.headers, ...headers };
      const cookies = setCookies(await browser.logIn(admin.email, admin.password));
      const [line = '', value = ''] =
        cookies
          .map((one) => new RegExp(`^${prefix}-kinmel-admin-files=ey[^;]*; (.*)$`).exec(one))
          .find(Boolean) ?? [];
      expect([line !== '', value]).toEqual([
        true,
        `Path=/;${domain} Max-Age=900; HttpOnly; SameSite=Strict; Secure`,
      ]);
      // The session cookie stays on the called host.
      expect(cookies.find((one) => one.startsWith('__Host-kinmel-session='))).not.toContain('Domain');
      await browser.logOut();
      expect(browser.cookies.has(`${prefix}-kinmel-admin-files`)).toBe(false);
    },
  );

  it('sets the cookie of the admin files for admins only, for the whole site (AUTH-K4)', async () => {
    await ensureAdmin(auth.context, admin);
    const browser = new TestBrowser(auth);
    const answer = await browser.logIn(admin.email, admin.password);
    expect(answer.body.user).toMatchObject({ role: 'admin', isAdmin: true });
    const line = setCookies(answer).find((one) => one.startsWith('kinmel-admin-files='));
    expect(line).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict$/);
    const cookie = line?.split(/[=;]/)[1] ?? '';
    expect(jsonwebtoken.decode(cookie, { json: true })).toMatchObject({
      iss: 'kinmel-auth',
      aud: 'kinmel-admin-files',
      sub: answer.body.user.id,
    });
    // It is not an access token.
    expect((await browser.send('get', '/api/auth/sessions', undefined, { token: cookie })).status).toBe(401);

    const refreshed = await browser.refresh();
    expect(setCookies(refreshed).join()).toContain('kinmel-admin-files=ey');
    await browser.logOut();
    expect(browser.cookies.has('kinmel-admin-files')).toBe(false);

    const customer = await new TestBrowser(auth).logIn();
    expect(setCookies(customer).join()).not.toContain('kinmel-admin-files');
  });
});

describe('the first admin', () => {
  it('is created from the configuration once (SIL-04, AUTH-A5)', async () => {
    expect(await ensureAdmin(auth.context, { ...admin, id: '6600000000000000000000a1' })).toBe(true);
    expect(await ensureAdmin(auth.context, { email: 'other@example.com', password: 'Other123' })).toBe(false);
    const { openAll } = personalDataOf(auth.database.connection);
    const admins = await openAll(await auth.users.find({ role: 'admin' }).lean());
    expect(admins.map(({ _id, email }) => [_id.toHexString(), email])).toEqual([
      ['6600000000000000000000a1', 'Boss@example.com'],
    ]);
  });

  it('is created once by concurrent instances', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(auth.context, admin)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await auth.users.countDocuments({ role: 'admin' })).toBe(1);
  });

  it('is not created from a customer with that address (AUTH-A5)', async () => {
    expect(await ensureAdmin(auth.context, { ...samplePerson })).toBe(false);
    expect(await auth.users.countDocuments({ role: 'admin' })).toBe(0);
    expect((await new TestBrowser(auth).logIn()).body.user.role).toBe('user');
  });
});
