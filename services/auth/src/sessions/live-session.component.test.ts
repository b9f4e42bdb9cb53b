import request from 'supertest';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;

const getSession = (sessionId: string, token = testServiceToken) =>
  request(auth.server)
    .get(`/internal/sessions/${sessionId}`)
    .set(token === '' ? {} : { 'X-Kinmel-Service-Token': token });

async function signedInAdmin() {
  const browser = new TestBrowser(auth);
  await browser.signUp();
  await auth.users.updateOne({}, { role: 'admin' });
  await auth.sessions.deleteMany({});
  await browser.logIn();
  const session = await auth.sessions.findOne({}).lean();
  if (!session) throw new Error('No session is stored.');
  return { browser, sessionId: session._id, userId: session.userId };
}

describe('another service that requests a session', () => {
  it('gets its owner and the current role', async () => {
    const { sessionId, userId } = await signedInAdmin();
    const answer = await getSession(sessionId);
    const { fullName: name, email } = samplePerson;
    expect(answer.body).toEqual({
      success: true,
      data: { userId, role: 'admin', staffRoles: ['owner'], name, email, provedAt: expect.any(String) },
    });
    await auth.users.updateOne({}, { role: 'user' });
    expect((await getSession(sessionId)).body.data).toMatchObject({ userId, role: 'user', staffRoles: [] });
  });

  const owner = async () => {
    const user = await auth.users.findOne({}).lean();
    const state = user && (await auth.context.users.find(user._id.toHexString()));
    if (!state) throw new Error('There is no account.');
    return state;
  };
  const endings: Record<string, (session: Awaited<ReturnType<typeof signedInAdmin>>) => Promise<unknown>> = {
    'a logout': ({ browser }) => browser.logOut(),
    'a new password': async () => {
      const change = { passwordHash: 'x', now: clock.now(), keptSessionId: null, events: [] };
      await auth.context.users.setPassword(await owner(), change);
    },
    'a deletion of the account': async () => auth.context.users.remove(await owner(), [], clock.now()),
    'thirty days without use': async () => clock.pass(31 * 24 * 60 * 60_000),
  };
  it.each(Object.entries(endings))('gets null after %s (A-21, A-22, AUTH-S8)', async (_, end) => {
    const session = await signedInAdmin();
    await end(session);
    expect((await getSession(session.sessionId)).body).toEqual({ success: true, data: null });
  });

  it('must authenticate, and gets null for an unknown session', async () => {
    const { sessionId } = await signedInAdmin();
    expect((await getSession(sessionId, '')).status).toBe(401);
    expect((await getSession(sessionId, 'a-token-of-somebody-else')).status).toBe(401);
    expect((await getSession('A'.repeat(22))).body).toEqual({ success: true, data: null });
  });
});

describe('the gateway that checks a cookie of the admin files', () => {
  const check = (cookie: string) =>
    request(auth.server).get('/internal/admin-files').set('Authorization', `Bearer ${cookie}`);
  const isAdmin = async (cookie: string) => (await check(cookie)).body.data.isAdmin;

  it('gets true while the session is alive and its user is an admin, and false afterwards (A-22)', async () => {
    const { browser } = await signedInAdmin();
    const cookie = browser.cookies.get('kinmel-admin-files') ?? '';
    expect(await isAdmin(cookie)).toBe(true);
    await auth.users.updateOne({}, { role: 'user' });
    expect(await isAdmin(cookie)).toBe(false);
    await auth.users.updateOne({}, { role: 'admin' });
    expect(await isAdmin(cookie)).toBe(true);
    await browser.logOut();
    expect(await isAdmin(cookie)).toBe(false);
  });

  it('gets false for any other text', async () => {
    const { browser } = await signedInAdmin();
    for (const wrong of [browser.storage.token, 'x', '']) expect(await isAdmin(String(wrong))).toBe(false);
    expect((await request(auth.server).get('/internal/admin-files')).body.data.isAdmin).toBe(false);
  });
});
