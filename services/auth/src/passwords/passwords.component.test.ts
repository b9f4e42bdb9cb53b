import { passwordResetRequested } from '@kinmel/contracts';
import { parseEvent, unseal } from '@kinmel/service-kit';
import { storedEvents } from '@kinmel/testing/servers';
import { pausedLogin } from '../testing/login-under-way.ts';
import { testSealKey } from '../testing/test-auth.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;

const { email, password } = samplePerson;
const newPassword = 'Marigold5';

const requestReset = (address: string) =>
  new TestBrowser(auth).send('post', '/api/auth/forgot-password', { email: address });
const check = (token: string) =>
  new TestBrowser(auth).send('post', '/api/auth/reset-password/check', { token });
const reset = (token: string, to = newPassword) =>
  new TestBrowser(auth).send('post', '/api/auth/reset-password', { token, password: to });

async function events(): Promise<{ type: string; data: unknown }[]> {
  await auth.context.settle();
  const user = await auth.users.findOne({}).lean();
  return storedEvents(auth.users.db, String(user?._id));
}

/** Requests a link and opens the sealed token, as notification does. */
async function resetToken(): Promise<string> {
  await requestReset(email);
  const requested = (await events()).findLast(({ type }) => type === 'password-reset.requested');
  return unseal(parseEvent(passwordResetRequested, requested).data.sealedToken, testSealKey);
}

describe('the request of a reset link', () => {
  it('has the same answer and headers for every e-mail (SIL-06)', async () => {
    await signedUp(auth);
    const answers = [
      await requestReset(email),
      await requestReset('nobody@example.com'),
      await requestReset(' RAM@example.COM '),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      success: true,
      message: 'If an account exists for this email, a link to reset the password is on its way.',
    });
    const names = answers.map(({ headers }) => Object.keys(headers).join());
    expect(new Set(names).size).toBe(1);
  });

  it('is answered before the account is looked up (AUTH-P2)', async () => {
    await signedUp(auth);
    const { promise: pendingUser, resolve: resolveUser } = Promise.withResolvers<undefined>();
    const find = jest.spyOn(auth.context.users, 'findByEmail').mockReturnValue(pendingUser);
    expect((await requestReset(email)).status).toBe(200);
    resolveUser(undefined);
    await auth.context.settle();
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });

  it('stores the token sealed in the event and hashed in the account (AUTH-P2)', async () => {
    await signedUp(auth);
    const token = await resetToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await auth.users.collection.find({}).toArray());
    expect(stored).not.toContain(token);
    expect((await events()).map(({ type }) => type)).toEqual(['user.registered', 'password-reset.requested']);
    const { fullName } = samplePerson;
    expect((await events())[1]?.data).toMatchObject({ email, fullName, expiresAt: expect.any(String) });
  });

  it('mails one person five links an hour at most, with the same answer (AUTH-L4)', async () => {
    await signedUp(auth);
    for (let times = 0; times < 7; times += 1) expect((await requestReset(email)).status).toBe(200);
    expect((await events()).filter(({ type }) => type === 'password-reset.requested')).toHaveLength(5);
  });
});

describe('a reset link', () => {
  it('sets a new password once, uses up other links and ends every session (SIL-06, AUTH-P3)', async () => {
    const laptop = await signedUp(auth);
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const token = await resetToken();
    const otherToken = await resetToken();
    expect(otherToken).not.toBe(token);
    expect((await check(token)).body).toEqual({ success: true, state: 'valid' });
    expect((await reset(token)).status).toBe(200);
    expect([(await laptop.refresh()).status, (await phone.refresh()).status]).toEqual([401, 401]);
    expect((await new TestBrowser(auth).logIn(email, password)).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);

    for (const used of [token, otherToken]) expect((await check(used)).body.state).toBe('used');
    const secondUse = await reset(token, 'Tulip123');
    expect([secondUse.status, secondUse.body.code]).toEqual([400, 'reset-link-invalid']);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
    const data = { email, cause: 'reset' };
    expect((await events()).at(-1)).toMatchObject({ type: 'password.changed', data });
  });

  it('reports whether the caller is signed out, and keeps sessions of other accounts', async () => {
    const owner = await signedUp(auth);
    const other = new TestBrowser(auth);
    await other.signUp({ email: 'sita@example.com' });
    const use = async (browser: TestBrowser) =>
      browser.call('post', '/api/auth/reset-password', { token: await resetToken(), password: newPassword });
    expect((await use(other)).body).toMatchObject({ success: true, signedOut: false });
    expect((await other.refresh()).status).toBe(200);
    expect((await use(owner)).body).toMatchObject({ signedOut: true });
    expect((await reset(await resetToken())).body).toMatchObject({ signedOut: true });
  });

  it('ends sessions in the write that uses it, even when later steps fail (AUTH-P3, AUTH-S6)', async () => {
    const laptop = await signedUp(auth);
    const token = await resetToken();
    const live = jest.spyOn(auth.context.sessions, 'live').mockRejectedValue(new Error('gone'));
    expect((await reset(token)).status).toBe(200);
    live.mockRestore();
    expect((await laptop.refresh()).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });

  it('works once when it is used twenty times concurrently', async () => {
    await signedUp(auth);
    const token = await resetToken();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `Tulip${index}x`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'reset-link-invalid')).toHaveLength(19);
    expect((await events()).filter(({ type }) => type === 'password.changed')).toHaveLength(1);
  });

  it('expires after 30 minutes (AUTH-P3)', async () => {
    await signedUp(auth);
    const token = await resetToken();
    clock.pass(29 * 60_000);
    expect((await check(token)).body.state).toBe('valid');
    clock.pass(61_000);
    expect((await check(token)).body.state).toBe('expired');
    const answer = await reset(token);
    const message = 'This link has expired. Please ask for a new one.';
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });

  it('stays valid when the new password is refused', async () => {
    await signedUp(auth);
    const token = await resetToken();
    const answer = await reset(token, 'short');
    const message = 'Password must be at least 6 characters and include letters and numbers.';
    expect([answer.status, answer.body.details]).toEqual([400, [{ path: 'password', message }]]);
    expect((await reset(token)).status).toBe(200);
  });

  it('unlocks an account (AUTH-P3)', async () => {
    await signedUp(auth);
    for (let times = 0; times < 11; times += 1) await new TestBrowser(auth).logIn(email, 'Wrong123');
    expect((await new TestBrowser(auth).logIn()).status).toBe(429);
    await reset(await resetToken());
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });
});

describe('a password change', () => {
  const change = (browser: TestBrowser, currentPassword = password, to = newPassword) =>
    browser.call('post', '/api/auth/change-password', { currentPassword, password: to });

  it('ends all other sessions, keeps the current one and removes open reset links (AUTH-P4)', async () => {
    const laptop = await signedUp(auth);
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const token = await resetToken();
    expect((await change(laptop)).status).toBe(200);
    expect((await phone.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
    expect((await check(token)).body.state).toBe('unknown');
    expect((await reset(token, 'Other1234')).body.code).toBe('reset-link-invalid');
    expect((await laptop.call('get', '/api/auth/sessions')).body.data).toHaveLength(1);
    expect((await new TestBrowser(auth).logIn(email, password)).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
    const data = { email, cause: 'changed' };
    expect((await events()).at(-1)).toMatchObject({ type: 'password.changed', data });
  });

  it('ends sessions in the write that changes it, even when later steps fail (AUTH-S6)', async () => {
    const laptop = await signedUp(auth);
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const end = jest.spyOn(auth.context.sessions, 'end').mockRejectedValue(new Error('gone'));
    const renew = jest.spyOn(auth.context.sessions, 'renewCredential').mockResolvedValue();
    expect((await change(laptop)).status).toBe(200);
    end.mockRestore();
    renew.mockRestore();
    expect((await phone.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('invalidates the session of a login that it overtook, and lists it nowhere (AUTH-S6)', async () => {
    const laptop = await signedUp(auth);
    const { browser: thief, login, releaseLogin } = await pausedLogin(auth);
    expect((await change(laptop)).status).toBe(200);
    releaseLogin();
    expect((await login).status).toBe(200);
    expect((await thief.call('get', '/api/auth/sessions')).status).toBe(401);
    const { data } = (await laptop.call('get', '/api/auth/sessions')).body;
    expect(data).toMatchObject([{ isCurrent: true }]);
    expect((await thief.refresh()).status).toBe(401);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
  });

  it('needs the current password and a different new one, and is refused without an event (AUTH-P4)', async () => {
    const laptop = await signedUp(auth);
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const answer = await change(laptop, password, password);
    const message = 'This is your password already. Please choose another one.';
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request']);
    expect(answer.body.details).toEqual([{ path: 'password', message }]);
    expect((await events()).map(({ type }) => type)).toEqual(['user.registered']);
    expect((await phone.refresh()).status).toBe(200);
    const wrong = await change(laptop, 'Wrong123', 'Wrong123');
    const problem = { code: 'wrong-password', message: 'The current password is not right.' };
    expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining(problem)]);
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });

  it('is possible five times an hour (AUTH-P4, AUTH-L7)', async () => {
    const laptop = await signedUp(auth);
    let current = password;
    for (const next of ['Tulip1x', 'Tulip2x', 'Tulip3x', 'Tulip4x', 'Tulip5x']) {
      expect((await change(laptop, current, next)).status).toBe(200);
      current = next;
    }
    const refused = await change(laptop, current, 'Tulip6x');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await events()).filter(({ type }) => type === 'password.changed')).toHaveLength(5);
    expect((await new TestBrowser(auth).logIn(email, current)).status).toBe(200);
    const other = new TestBrowser(auth);
    await other.signUp({ email: 'sita@example.com' });
    expect((await change(other)).status).toBe(200);
  });

  it('succeeds once when requested ten times concurrently', async () => {
    const laptop = await signedUp(auth);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(laptop, password, `Tulip${index}x`)),
    );
    const changedIndex = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await new TestBrowser(auth).logIn(email, `Tulip${changedIndex}x`)).status).toBe(200);
  });
});
