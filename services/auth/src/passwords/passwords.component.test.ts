import { passwordResetRequested } from '@kinmel/contracts';
import { parseEvent, unseal } from '@kinmel/service-kit';
import { authOfFile } from '../testing/auth-of-file.ts';
import { loginUnderWay } from '../testing/login-under-way.ts';
import { type TestAuth, testSealKey } from '../testing/test-auth.ts';
import { samplePerson, TestBrowser } from '../testing/test-browser.ts';

let auth: TestAuth;
const clock = authOfFile((started) => {
  auth = started;
});

const { email, password } = samplePerson;
const newPassword = 'Marigold5';

async function signedUp(): Promise<TestBrowser> {
  const browser = new TestBrowser(auth);
  await browser.signUp();
  return browser;
}

const ask = (address: string) =>
  new TestBrowser(auth).send('post', '/api/auth/forgot-password', { email: address });
const check = (token: string) =>
  new TestBrowser(auth).send('post', '/api/auth/reset-password/check', { token });
const reset = (token: string, to = newPassword) =>
  new TestBrowser(auth).send('post', '/api/auth/reset-password', { token, password: to });

async function events(): Promise<{ type: string; data: unknown }[]> {
  await auth.context.settle();
  const user = await auth.users.findOne({}).select('+outbox').lean();
  return user?.outbox.map(({ event }) => ({ ...event })) ?? [];
}

/** Requests a link and opens the sealed token, as notification does. */
async function resetToken(): Promise<string> {
  await ask(email);
  const requested = (await events()).findLast(({ type }) => type === 'password-reset.requested');
  return unseal(parseEvent(passwordResetRequested, requested).data.sealedToken, testSealKey);
}

describe('the request of a reset link', () => {
  it('has the same answer and headers for every e-mail (SIL-06)', async () => {
    await signedUp();
    const answers = [await ask(email), await ask('nobody@example.com'), await ask(' RAM@example.COM ')];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      success: true,
      message: 'If an account exists for this email, a link to reset the password is on its way.',
    });
    const names = answers.map(({ headers }) => Object.keys(headers).join());
    expect(new Set(names).size).toBe(1);
  });

  it('is answered before the account is looked up (P2)', async () => {
    await signedUp();
    let look = () => {};
    const looking = new Promise<void>((resolve) => {
      look = resolve;
    });
    const find = jest.spyOn(auth.context.users, 'findByEmail').mockImplementation(async () => {
      await looking;
      return undefined;
    });
    expect((await ask(email)).status).toBe(200);
    look();
    await auth.context.settle();
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });

  it('stores the token sealed in the event and hashed in the account (P2)', async () => {
    await signedUp();
    const token = await resetToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await auth.users.collection.find({}).toArray());
    expect(stored).not.toContain(token);
    expect((await events()).map(({ type }) => type)).toEqual(['user.registered', 'password-reset.requested']);
    expect((await events())[1]?.data).toMatchObject({
      email,
      fullName: samplePerson.fullName,
      expiresAt: expect.any(String),
    });
  });

  it('mails one person five links an hour at most, with the same answer (L4)', async () => {
    await signedUp();
    for (let times = 0; times < 7; times += 1) expect((await ask(email)).status).toBe(200);
    expect((await events()).filter(({ type }) => type === 'password-reset.requested')).toHaveLength(5);
  });

  it.each([
    ['operators', { email: { $ne: null } }],
    ['no e-mail', {}],
    ['no address', { email: 'ram' }],
  ])('refuses %s', async (_, body) => {
    expect((await new TestBrowser(auth).send('post', '/api/auth/forgot-password', body)).status).toBe(400);
  });
});

describe('a reset link', () => {
  it('sets a new password once and ends every session (SIL-06, P3)', async () => {
    const laptop = await signedUp();
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const token = await resetToken();
    expect((await check(token)).body).toEqual({ success: true, state: 'valid' });
    expect((await reset(token)).status).toBe(200);
    expect([(await laptop.refresh()).status, (await phone.refresh()).status]).toEqual([401, 401]);
    expect((await new TestBrowser(auth).logIn(email, password)).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);

    expect((await check(token)).body.state).toBe('used');
    const again = await reset(token, 'Tulip123');
    expect([again.status, again.body.code]).toEqual([400, 'reset-link-invalid']);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
    expect((await events()).at(-1)).toMatchObject({
      type: 'password.changed',
      data: { email, cause: 'reset' },
    });
  });

  it('tells whether the caller is signed out, and keeps sessions of other accounts', async () => {
    const owner = await signedUp();
    const other = new TestBrowser(auth);
    await other.signUp({ email: 'sita@example.com' });
    const use = async (browser: TestBrowser) =>
      browser.call('post', '/api/auth/reset-password', { token: await resetToken(), password: newPassword });
    expect((await use(other)).body).toMatchObject({ success: true, signedOut: false });
    expect((await other.refresh()).status).toBe(200);
    expect((await use(owner)).body).toMatchObject({ signedOut: true });
    expect((await reset(await resetToken())).body).toMatchObject({ signedOut: true });
  });

  it('ends sessions in the write that uses it, even when later steps fail (P3, S6)', async () => {
    const laptop = await signedUp();
    const token = await resetToken();
    const live = jest.spyOn(auth.context.sessions, 'live').mockRejectedValue(new Error('gone'));
    expect((await reset(token)).status).toBe(200);
    live.mockRestore();
    expect((await laptop.refresh()).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });

  it('works once when it is used twenty times concurrently', async () => {
    await signedUp();
    const token = await resetToken();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `Tulip${index}x`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'reset-link-invalid')).toHaveLength(19);
    expect((await events()).filter(({ type }) => type === 'password.changed')).toHaveLength(1);
  });

  it('expires after 30 minutes (P3)', async () => {
    await signedUp();
    const token = await resetToken();
    clock.pass(29 * 60_000);
    expect((await check(token)).body.state).toBe('valid');
    clock.pass(61_000);
    expect((await check(token)).body.state).toBe('expired');
    const answer = await reset(token);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'This link has expired. Please ask for a new one.',
    ]);
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });

  it('is used up when another link of the account is used (P3)', async () => {
    await signedUp();
    const first = await resetToken();
    const second = await resetToken();
    expect(first).not.toBe(second);
    await reset(first);
    expect((await check(second)).body.state).toBe('used');
  });

  it('stays valid when the new password is refused', async () => {
    await signedUp();
    const token = await resetToken();
    const answer = await reset(token, 'short');
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [
        {
          path: 'password',
          message: 'Password must be at least 6 characters and include letters and numbers.',
        },
      ],
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('unlocks an account (P3)', async () => {
    await signedUp();
    for (let times = 0; times < 11; times += 1) await new TestBrowser(auth).logIn(email, 'Wrong123');
    expect((await new TestBrowser(auth).logIn()).status).toBe(429);
    await reset(await resetToken());
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });
});

describe('a password change', () => {
  const change = (browser: TestBrowser, currentPassword = password, to = newPassword) =>
    browser.call('post', '/api/auth/change-password', { currentPassword, password: to });

  it('ends all other sessions and keeps the current one (P4)', async () => {
    const laptop = await signedUp();
    const phone = new TestBrowser(auth);
    await phone.logIn();
    expect((await change(laptop)).status).toBe(200);
    expect((await phone.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
    expect((await laptop.call('get', '/api/auth/sessions')).body.data).toHaveLength(1);
    expect((await new TestBrowser(auth).logIn(email, password)).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
    expect((await events()).at(-1)).toMatchObject({
      type: 'password.changed',
      data: { email, cause: 'changed' },
    });
  });

  it('removes open reset links (P4)', async () => {
    const laptop = await signedUp();
    const token = await resetToken();
    expect((await change(laptop)).status).toBe(200);
    expect((await check(token)).body.state).toBe('unknown');
    expect((await reset(token, 'Other1234')).body.code).toBe('reset-link-invalid');
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });

  it('ends sessions in the write that changes it, even when later steps fail (S6)', async () => {
    const laptop = await signedUp();
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

  it('invalidates the session of an overtaken login, which no list shows (S6)', async () => {
    const laptop = await signedUp();
    const { browser: thief, login, goOn } = await loginUnderWay(auth);
    expect((await change(laptop)).status).toBe(200);
    goOn();
    expect((await login).status).toBe(200);
    expect((await thief.call('get', '/api/auth/sessions')).status).toBe(401);
    const { data } = (await laptop.call('get', '/api/auth/sessions')).body;
    expect(data).toMatchObject([{ isCurrent: true }]);
    expect((await thief.refresh()).status).toBe(401);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
  });

  it('needs the current password (P4)', async () => {
    const laptop = await signedUp();
    const answer = await change(laptop, 'Wrong123');
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { success: false, code: 'wrong-password', message: 'The current password is not right.' },
    ]);
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });

  it('to the same password is refused without an event (P4)', async () => {
    const laptop = await signedUp();
    const phone = new TestBrowser(auth);
    await phone.logIn();
    const answer = await change(laptop, password, password);
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      400,
      'invalid-request',
      [{ path: 'password', message: 'This is your password already. Please choose another one.' }],
    ]);
    expect((await events()).map(({ type }) => type)).toEqual(['user.registered']);
    expect((await phone.refresh()).status).toBe(200);
    expect((await change(laptop, 'Wrong123', 'Wrong123')).body.code).toBe('wrong-password');
  });

  it('is possible five times an hour (P4, L7)', async () => {
    const laptop = await signedUp();
    const passwords = Array.from({ length: 8 }, (_, index) => `Tulip${index}x`);
    const statuses = [];
    let current = password;
    for (const next of passwords) {
      const answer = await change(laptop, current, next);
      statuses.push(answer.status);
      if (answer.status === 200) current = next;
      else expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await events()).filter(({ type }) => type === 'password.changed')).toHaveLength(5);
    expect((await new TestBrowser(auth).logIn(email, current)).status).toBe(200);
    const other = new TestBrowser(auth);
    await other.signUp({ email: 'sita@example.com' });
    expect((await change(other)).status).toBe(200);
  });

  it('succeeds once when requested ten times concurrently', async () => {
    const laptop = await signedUp();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(laptop, password, `Tulip${index}x`)),
    );
    const done = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await new TestBrowser(auth).logIn(email, `Tulip${done}x`)).status).toBe(200);
  });
});
