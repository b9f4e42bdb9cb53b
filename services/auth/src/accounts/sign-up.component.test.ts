import { storedEvents } from '@kinmel/testing/servers';
import { samplePerson, setCookies, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();

describe('signup', () => {
  it('creates an account of role user and a session (API-06, API-07, AUTH-34, CONF-24, CONF-67)', async () => {
    const answer = await new TestBrowser(auth).signUp();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      token: expect.stringMatching(/^ey/),
      refreshToken: expect.any(String),
      user: { email: samplePerson.email, fullName: samplePerson.fullName, role: 'user', isAdmin: false },
    });
  });

  it('ignores role and other fields of the body (SIL-01, SIL-04, A-11, AUTH-A2)', async () => {
    const id = '6600000000000000000000a1';
    const extras = {
      role: 'admin',
      isAdmin: true,
      _id: id,
      id,
      createdAt: '2000-01-01',
      credentialVersion: 99,
    };
    const answer = await new TestBrowser(auth).signUp({ ...samplePerson, ...extras });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ role: 'user', isAdmin: false });
    expect(answer.body.user.id).not.toBe(id);
    expect(Date.now() - Date.parse(answer.body.user.createdAt)).toBeLessThan(60_000);
    const stored = await auth.users.findOne({}).lean();
    expect(stored).toMatchObject({ role: 'user', credentialVersion: 1 });
    expect(setCookies(answer).join()).not.toContain('kinmel-admin-files');
  });

  it('creates one account from fifty concurrent signups of one e-mail in mixed case (S-06, A-12, AUTH-A1)', async () => {
    const spellings = ['ram@example.com', 'RAM@example.com', ' Ram@Example.com ', 'ｒａｍ@example.com'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new TestBrowser(auth).signUp({ email: spellings[index % spellings.length] ?? '' }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email-taken');
    expect(await auth.users.countDocuments({})).toBe(1);
    expect(await auth.sessions.countDocuments({})).toBe(1);
  });

  it('stores one event in the write that creates the account', async () => {
    const answer = await new TestBrowser(auth).signUp();
    expect(await storedEvents(auth.users.db, answer.body.user.id)).toEqual([
      expect.objectContaining({
        type: 'user.registered',
        aggregateId: answer.body.user.id,
        aggregateVersion: 1,
        data: { userId: answer.body.user.id, email: 'ram@example.com', fullName: 'Ram Thapa' },
      }),
    ]);
  });

  it('stores the password as argon2id hash: 19 MiB, two passes (AUTH-P1)', async () => {
    await new TestBrowser(auth).signUp();
    const stored = await auth.users.collection.findOne({});
    expect(stored?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(stored)).not.toContain(samplePerson.password);
  });

  it('uses every character of a long passphrase (A-05)', async () => {
    const password = `🐎 ${'न घोडा '.repeat(16)}7`;
    expect((await new TestBrowser(auth).signUp({ password })).status).toBe(201);
    const almost = `${password.slice(0, -1)}x`;
    expect((await new TestBrowser(auth).logIn(samplePerson.email, almost)).status).toBe(401);
    expect((await new TestBrowser(auth).logIn(samplePerson.email, password)).status).toBe(200);
  });

  it('creates one account per mailbox, in any spelling of an international domain (AUTH-A1)', async () => {
    const spellings = [
      'v@bücher.example',
      'v@xn--bcher-kva.example',
      'V@BÜCHER.example',
      'v@bu\u0308cher.example',
    ];
    const answers = await Promise.all(spellings.map((email) => new TestBrowser(auth).signUp({ email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    for (const email of spellings) expect((await new TestBrowser(auth).logIn(email)).status).toBe(200);
  });

  const weak = 'Password must be at least 6 characters and include letters and numbers.';
  it.each([
    ['no name', { fullName: '  ' }, 'fullName', 'Full name is required'],
    ['no e-mail', { email: '' }, 'email', 'Email is required'],
    ['an e-mail without a dot', { email: 'a@b' }, 'email', 'Invalid email format'],
    ['an e-mail that grows', { email: `${'\ufdfa'.repeat(60)}@b.co` }, 'email', 'Invalid email format'],
    ['no number', { number: '' }, 'number', 'Phone number is required'],
    ['a password of five', { password: 'abc12' }, 'password', weak],
    ['a password without a letter', { password: '123456' }, 'password', weak],
    ['a password without a digit', { password: 'abcdef' }, 'password', weak],
    [
      'a long password',
      { password: `1${'a'.repeat(128)}` },
      'password',
      'Password must be at most 128 characters.',
    ],
  ])(
    'refuses %s at its field and stores nothing (SIGN-04, SIGN-06, SIL-43, CONF-42, AUTH-A3)',
    async (_, invalidFields, path, text) => {
      const answer = await new TestBrowser(auth).signUp(invalidFields);
      expect(answer.status).toBe(400);
      const problem = { success: false, message: text, error: text, code: 'invalid-request' };
      expect(answer.body).toMatchObject(problem);
      expect(answer.body.details).toContainEqual({ path, message: text });
      expect(await auth.users.countDocuments({})).toBe(0);
      expect(await auth.sessions.countDocuments({})).toBe(0);
    },
  );
});
