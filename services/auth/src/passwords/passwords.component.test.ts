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

/** Asks for a link and opens the seal, as the mailer does. */
async function resetToken(): Promise<string> {
  await ask(email);
  const requested = (await events()).findLast(({ type }) => type === 'password-reset.requested');
  return unseal(parseEvent(passwordResetRequested, requested).data.sealedToken, testSealKey);
}

describe('the request of a reset link', () => {
  it('is answered with the same sentence and headers for every e-mail (SIL-06)', async () => {
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

  it('is answered before the account is looked for, so that its time tells nothing (P2)', async () => {
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

  it('has a link mailed whose token is sealed in the event and hashed in the account (P2)', async () => {
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

  it('mails one person five links an hour at most, without saying so (L4)', async () => {
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

  it('says whether who uses it is signed out by it, and leaves the sessions of another account alone', async () => {
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

  it('ends sessions with the very write that uses it, also when nothing after that write happens (P3, S6)', async () => {
    const laptop = await signedUp();
    const token = await resetToken();
    const live = jest.spyOn(auth.context.sessions, 'live').mockRejectedValue(new Error('gone'));
    expect((await reset(token)).status).toBe(200);
    live.mockRestore();
    expect((await laptop.refresh()).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });

  it('works once when it is used twenty times at once', async () => {
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

  it('is used up by another one of the same account (P3)', async () => {
    await signedUp();
    const first = await resetToken();
    const second = await resetToken();
    expect(first).not.toBe(second);
    await reset(first);
    expect((await check(second)).body.state).toBe('used');
  });

  it('that nobody sent is unknown', async () => {
    expect((await check('A'.repeat(43))).body.state).toBe('unknown');
    expect((await reset('A'.repeat(43))).body.code).toBe('reset-link-invalid');
  });

  it('is not used up by a password that is refused', async () => {
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

  it('lets a locked account in again (P3)', async () => {
    await signedUp();
    for (let times = 0; times < 11; times += 1) await new TestBrowser(auth).logIn(email, 'Wrong123');
    expect((await new TestBrowser(auth).logIn()).status).toBe(429);
    await reset(await resetToken());
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });
});

describe('a change of the password', () => {
  const change = (browser: TestBrowser, currentPassword = password, to = newPassword) =>
    browser.call('post', '/api/auth/change-password', { currentPassword, password: to });

  it('ends all other sessions and keeps this one (P4)', async () => {
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

  it('takes away what opens the account without it: reset links that wait in a mail (P4)', async () => {
    const laptop = await signedUp();
    const token = await resetToken();
    expect((await change(laptop)).status).toBe(200);
    expect((await check(token)).body.state).toBe('unknown');
    expect((await reset(token, 'Other1234')).body.code).toBe('reset-link-invalid');
    expect((await new TestBrowser(auth).logIn(email, newPassword)).status).toBe(200);
  });

  it('ends sessions with the very write that changes it, also when nothing after that write happens (S6)', async () => {
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

  it('does not let in who signs in with the old one at the same moment (S6)', async () => {
    const laptop = await signedUp();
    const thief = new TestBrowser(auth);
    const [changed, login] = await Promise.all([change(laptop), thief.logIn()]);
    expect([changed.status, [200, 401].includes(login.status)]).toEqual([200, true]);
    expect((await thief.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
    expect(await auth.sessions.countDocuments({ endedAt: null })).toBe(1);
  });

  it('makes the session of a login that it overtook worthless, and no list names it (S6)', async () => {
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

  it('to the one that it is already is refused, and changes and tells nothing (P4)', async () => {
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

  it('is made five times an hour at most, so that its owner gets five mails of it at most (P4, L7)', async () => {
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

  it('holds the new one to the rule (SIGN-06)', async () => {
    const laptop = await signedUp();
    expect((await change(laptop, password, 'abcdef')).status).toBe(400);
  });

  it('happens once when it is asked for ten times at once', async () => {
    const laptop = await signedUp();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(laptop, password, `Tulip${index}x`)),
    );
    const done = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await new TestBrowser(auth).logIn(email, `Tulip${done}x`)).status).toBe(200);
  });
});
