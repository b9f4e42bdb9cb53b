import { hash } from 'node:crypto';
import { userDeleted, userUpdated } from '@kinmel/contracts';
import { createEvent, personalDataOf } from '@kinmel/service-kit';
import { countWaiting, eventually, storedEvents } from '@kinmel/testing';
import request from 'supertest';
import { endOneSession } from '../sessions/end-sessions.ts';
import { pausedLogin } from '../testing/login-under-way.ts';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';
import { forgetDeletedUsers } from './forget-deleted-users.ts';

const auth = useTestAuth();

interface Person {
  browser: TestBrowser;
  id: string;
  path: string;
}

async function signedUp(person: Partial<typeof samplePerson> = {}): Promise<Person> {
  const browser = new TestBrowser(auth);
  const { body } = await browser.signUp(person);
  return { browser, id: body.user.id, path: `/api/users/${body.user.id}` };
}

async function signedUpAdmin(): Promise<Person> {
  const admin = await signedUp({ email: 'boss@example.com' });
  await auth.users.updateOne({ _id: admin.id }, { $set: { role: 'admin' } });
  await admin.browser.logIn('boss@example.com');
  return admin;
}

/** Matches personal data of the test user: name, e-mail, profile, device and address. */
const personalDataPattern =
  /Ram Thapa|Ram Bahadur|example\.com|9801234567|1990-04-13|"Patan"|Phones\.|argon2|on Linux|127\.0\.0\.1/;

/** The content of the database, or of one collection. */
async function storedText(collection?: string): Promise<string> {
  const collections = (await auth.users.db.db?.collections()) ?? [];
  const contents = collections
    .filter(({ collectionName }) => collection === undefined || collectionName === collection)
    // Counters of client addresses name no user.
    .map((collection) => collection.find({ key: { $not: /^(signup|login|reset|reset-use):/ } }).toArray());
  return JSON.stringify(await Promise.all(contents));
}

/** Stores the event of a reused token. */
async function reportTokenReuse(id: string) {
  const { context } = auth;
  const [owner, [session]] = await Promise.all([
    context.users.find(id),
    context.sessions.live(id, context.now()),
  ]);
  if (!owner || !session) throw new Error('No session is stored.');
  const thief = { owner, device: 'Firefox on Linux', address: '127.0.0.1' };
  await endOneSession(context, session, 'reuse-detected', { thief });
}

const allEventsSent = () => eventually(async () => (await countWaiting(auth.users.db)) === 0);

const anEvent = (id: string) =>
  createEvent(userDeleted, { aggregateId: id, aggregateVersion: 2, data: { userId: id } });

const eventsOf = (id: string) => storedEvents(auth.users.db, id);

const profile = {
  fullName: 'Ram Bahadur Thapa',
  dateOfBirth: '1990-04-13',
  location: 'Patan',
  bio: 'Phones.',
  gender: 'male',
};

describe('the own account', () => {
  it('has both names of each field and nothing secret (ENT-22 to ENT-24, CONF-67)', async () => {
    const { browser, id, path } = await signedUp();
    const { status, body, text, headers } = await browser.call('get', path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const { email, fullName, number } = samplePerson;
    const bothNames = { id, _id: id, fullName, name: fullName, phone: number, number };
    expect(body.data).toMatchObject({ ...bothNames, email, profileImage: '', role: 'user', isAdmin: false });
    expect(text).not.toMatch(/hash|argon|password|outbox|version/i);
  });

  it('accepts the five fields of the profile, together or separately, and clears empty ones (PROF-20, PROF-27, API-12, ROLE-05, AUTH-U2)', async () => {
    const { browser, path } = await signedUp();
    const { status, body } = await browser.call('put', path, profile);
    expect([status, body.success, body.user]).toEqual([200, true, expect.objectContaining(profile)]);
    await browser.call('put', path, { location: 'Pokhara' });
    expect((await browser.call('get', path)).body.data).toMatchObject({ ...profile, location: 'Pokhara' });
    const cleared = (await browser.call('put', path, { dateOfBirth: '', gender: null, bio: '' })).body.user;
    expect(cleared).toMatchObject({
      ...profile,
      location: 'Pokhara',
      dateOfBirth: null,
      gender: null,
      bio: '',
    });
  });

  it.each([
    ['role', { role: 'admin', isAdmin: true }],
    ['e-mail', { email: 'other@example.com', emailKey: 'other@example.com' }],
    ['phone', { number: '1', phone: '1' }],
    ['picture', { profileImage: '/uploads/avatars/x/256.webp', avatarId: 'x' }],
    ['id', { id: '6600000000000000000000a1', _id: '6600000000000000000000a1' }],
    ['password', { password: 'Changed1', passwordHash: 'x', credentialVersion: 9 }],
    ['any field by an operator', { $set: { role: 'admin' }, 'role.$': 'admin' }],
  ])('does not change its %s by the profile (PROF-09, PROF-10, ENT-24)', async (_field, body) => {
    const { browser, path } = await signedUp();
    const read = async () =>
      personalDataOf(auth.database.connection).open(
        await auth.users.findOne({}).select('+passwordHash').lean(),
      );
    const before = await read();
    expect((await browser.call('put', path, { ...body, bio: 'new' })).status).toBe(200);
    expect(await read()).toEqual({ ...before, bio: 'new', version: 2, updatedAt: expect.any(Date) });
    expect((await new TestBrowser(auth).logIn()).body.user.role).toBe('user');
  });

  it.each([
    ['a name that is empty', { fullName: '  ' }, 'Full name is required'],
    ['a name of invisible characters', { fullName: '\u202e \u200b\u0007' }, 'Full name is required'],
    ['a name of 101 characters', { fullName: 'a'.repeat(101) }, 'Full name must be at most 100 characters.'],
    ['an unknown gender', { gender: 'robot' }, 'Choose a gender from the list.'],
    ['a day that does not exist', { dateOfBirth: '1990-02-30' }, 'Enter a valid date of birth.'],
    ['a day of birth in the future', { dateOfBirth: '2999-01-01' }, 'Enter a valid date of birth.'],
    ['a long location', { location: 'a'.repeat(121) }, 'Location must be at most 120 characters.'],
    ['a long biography', { bio: 'a'.repeat(501) }, 'Bio must be at most 500 characters.'],
    ['a number as name', { fullName: 7 }, 'Full name is required'],
    ['an object as bio', { bio: { $gt: '' } }, 'Bio must be text.'],
  ])(
    'refuses %s, and nothing is stored (PROF-23, PROF-26, SIL-44, API-13, CONF-42)',
    async (_what, body, text) => {
      const { browser, path } = await signedUp();
      const answer = await browser.call('put', path, { location: 'Patan', ...body });
      expect(answer.status).toBe(400);
      const problem = { success: false, code: 'invalid-request', message: text, error: text };
      expect(answer.body).toMatchObject(problem);
      expect(answer.body.details[0].path).toBe(Object.keys(body)[0]);
      const unchanged = { fullName: samplePerson.fullName, location: '' };
      expect((await browser.call('get', path)).body.data).toMatchObject(unchanged);
    },
  );

  it('publishes a new name and not a new biography (AUTH-U4)', async () => {
    const { browser, id, path } = await signedUp();
    await browser.call('put', path, { bio: 'Phones.' });
    await browser.call('put', path, { fullName: 'Ram B.' });
    const updates = (await eventsOf(id)).filter(({ type }) => type === userUpdated.type);
    expect(updates).toEqual([
      expect.objectContaining({
        aggregateId: id,
        aggregateVersion: 3,
        data: { userId: id, email: samplePerson.email, fullName: 'Ram B.', profileImage: '' },
      }),
    ]);
  });

  it('keeps the fields of two concurrent changes (AUTH-U3)', async () => {
    const { browser, path } = await signedUp();
    const fields = [{ bio: 'Phones.' }, { location: 'Patan' }, { gender: 'other' }, { fullName: 'Ram B.' }];
    const answers = await Promise.all(fields.map((field) => browser.call('put', path, field)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await browser.call('get', path)).body.data).toMatchObject(Object.assign({}, ...fields));
  });
});

describe('the account of another user', () => {
  const file = Buffer.from('x');
  /** The stored account, independent of whether its events are published. */
  async function stored(id: string) {
    const account = await auth.users.findById(id).select('+passwordHash').lean();
    return { ...account, events: await eventsOf(id) };
  }
  /** Calls every route that names an account. */
  async function everyRoute(caller: TestBrowser, path: string) {
    const upload = await caller.upload(`${path}/upload-avatar`, 'profileImage', file);
    return [
      await caller.call('get', path),
      await caller.call('put', path, { fullName: 'Taken Over' }),
      upload,
      await caller.call('get', `${path}/export`),
      await caller.call('post', `${path}/delete`, { password: samplePerson.password }),
    ];
  }

  it('cannot be read or changed by any route, and is answered as unknown (AUTH-U1)', async () => {
    const victim = await signedUp();
    const thief = await signedUp({ email: 'thief@example.com' });
    const before = await stored(victim.id);
    const answers = await everyRoute(thief.browser, victim.path);
    const unknown = await everyRoute(thief.browser, '/api/users/6600000000000000000000ff');
    const withoutRequestId = ({ status, body }: { status: number; body: object }) => ({
      status,
      body: { ...body, requestId: undefined },
    });
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(answers.map(withoutRequestId)).toEqual(unknown.map(withoutRequestId));
    expect(await stored(victim.id)).toEqual(before);
  });

  it('cannot be reached with an ended session, nor can the own one', async () => {
    const { browser, path } = await signedUp();
    await browser.call('delete', '/api/auth/sessions');
    const answers = await everyRoute(browser, path);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it('can be read but not changed by an admin (ROLE-05)', async () => {
    const admin = await signedUpAdmin();
    const customer = await signedUp();
    const [read, ...changes] = await everyRoute(admin.browser, customer.path);
    expect([read?.status, read?.body.data.email]).toEqual([200, samplePerson.email]);
    expect(changes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the export', () => {
  it('is complete, with live and ended sessions and reset links, and without secrets (AUTH-U5)', async () => {
    const { browser, id, path } = await signedUp();
    const elsewhere = new TestBrowser(auth);
    await elsewhere.logIn();
    await elsewhere.logOut();
    await browser.send('post', '/api/auth/forgot-password', { email: samplePerson.email });
    await auth.context.settle();
    const { status, body, text } = await browser.call('get', `${path}/export`);
    expect([status, body.user.email]).toEqual([200, samplePerson.email]);
    expect(body.sessions).toMatchObject([
      { isCurrent: false, endedAt: expect.stringMatching(/^20/) },
      { isCurrent: true, endedAt: null },
    ]);
    expect(body.resetLinks).toEqual([{ expiresAt: expect.stringMatching(/^20/), usedAt: null }]);
    const stored = await auth.users.findById(id).select('+resetLinks').lean();
    expect(stored?.resetLinks).toHaveLength(1);
    const refreshSecrets = browser.storage.refreshToken.split('.').slice(2);
    const secrets = [
      ...browser.cookies.values(),
      ...refreshSecrets,
      'argon2',
      stored?.resetLinks[0]?.tokenHash,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

describe('another service that requests the address of an account', () => {
  const ask = (id: string, token = testServiceToken) =>
    request(auth.server).get(`/internal/accounts/${id}/mailbox`).set('X-Kinmel-Service-Token', token);

  it('gets the current address, and null after the deletion (AUTH-U7)', async () => {
    const { browser, id, path } = await signedUp();
    expect((await ask(id)).body).toEqual({ success: true, data: { email: samplePerson.email } });
    await auth.users.updateOne({ _id: id }, { $set: { email: 'ram.new@example.com' } });
    expect((await ask(id)).body.data).toEqual({ email: 'ram.new@example.com' });
    await browser.call('post', `${path}/delete`, { password: samplePerson.password });
    expect((await ask(id)).body).toEqual({ success: true, data: null });
  });

  it('must authenticate, and gets null for an unknown account', async () => {
    const { id } = await signedUp();
    expect((await ask(id, 'a-token-of-somebody-else')).status).toBe(401);
    expect((await ask('6600000000000000000000ff')).body).toEqual({ success: true, data: null });
  });
});

describe('a deleted account', () => {
  it('loses its personal data and sessions, and the deletion is published (AUTH-U6)', async () => {
    const { browser, id, path } = await signedUp();
    await browser.call('put', path, profile);
    const elsewhere = new TestBrowser(auth);
    await elsewhere.logIn();

    const answer = await browser.call('post', `${path}/delete`, { password: samplePerson.password });
    expect([answer.status, browser.cookies.size]).toEqual([200, 0]);

    for (const one of [browser, elsewhere]) {
      expect((await one.call('get', path)).status).toBe(401);
      expect((await one.refresh()).status).toBe(401);
    }
    expect((await new TestBrowser(auth).logIn()).status).toBe(401);
    const stored = await auth.users.findById(id).select('+passwordHash').lean();
    expect(JSON.stringify(stored)).not.toMatch(/Ram|Thapa|example\.com|9801234567|1990|Patan|Phones|argon/);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: userDeleted.type, data: { userId: id } });
    expect(await auth.sessions.countDocuments({ userId: id, endedAt: null })).toBe(0);
  });

  it('is named nowhere in the database once the deletion is answered (AUTH-U6, AUTH-L6)', async () => {
    const { browser, id, path } = await signedUp();
    await browser.call('put', path, profile);
    await browser.upload(`${path}/upload-avatar`, 'profileImage', Buffer.from('x'));
    await browser.send('post', '/api/auth/forgot-password', { email: samplePerson.email });
    await auth.context.settle();
    await reportTokenReuse(id);
    await new TestBrowser(auth).logIn(samplePerson.email, 'Wrong123');
    await browser.logIn();
    await allEventsSent();
    expect(await storedText()).toMatch(personalDataPattern);
    expect(await storedText('limits')).toContain('avatar:');
    // The plain hash of a guessed address matches no counter.
    expect(await storedText('limits')).toMatch(/reset-mail:|password:/);
    expect(await storedText('limits')).not.toContain(hash('sha256', samplePerson.email, 'base64url'));

    await browser.call('post', `${path}/delete`, { password: samplePerson.password });
    expect(await storedText()).not.toMatch(personalDataPattern);
    expect(await storedText('limits')).not.toContain(id);
    await allEventsSent();
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([userDeleted.type]);
    const sessions = await auth.sessions.find({ userId: id }).lean();
    const sessionEvents = await Promise.all(sessions.map(({ _id }) => eventsOf(_id)));
    expect(sessionEvents.flat().map(({ type }) => type)).toEqual(['session.revoked', 'session.revoked']);
  });

  it('is named only by events that wait for the broker, until they are published (AUTH-U6)', async () => {
    const { browser, id, path } = await signedUp();
    await allEventsSent();
    auth.bus.disconnect();
    auth.bus.published.length = 0;
    await browser.call('put', path, profile);
    await reportTokenReuse(id);
    await browser.logIn();
    await browser.call('post', `${path}/delete`, { password: samplePerson.password });
    await forgetDeletedUsers(auth.context);
    auth.bus.reconnect();
    await allEventsSent();
    expect(auth.bus.published.map(({ type }) => type).toSorted()).toEqual([
      'session.reuse-detected',
      'session.revoked',
      'session.revoked',
      'user.deleted',
      'user.updated',
    ]);
    await forgetDeletedUsers(auth.context);
    expect(await storedText()).not.toMatch(personalDataPattern);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([userDeleted.type]);
  });

  it.each(['live', 'forget'] as const)(
    'is deleted even when the next step fails, which is repeated later (%s, AUTH-U6)',
    async (step) => {
      const { browser, id, path } = await signedUp();
      await browser.logIn();
      await allEventsSent();
      jest.spyOn(auth.context.sessions, step).mockRejectedValueOnce(new Error('no database'));
      const answer = await browser.call('post', `${path}/delete`, { password: samplePerson.password });
      expect([answer.status, browser.cookies.size]).toEqual([200, 0]);
      await forgetDeletedUsers(auth.context);
      await allEventsSent();
      expect(await auth.sessions.countDocuments({ userId: id, endedAt: null })).toBe(0);
      expect(await storedText()).not.toMatch(personalDataPattern);
    },
  );

  it('has no live or usable session of a login that it overtook (AUTH-U6, AUTH-S6)', async () => {
    const { browser, id, path } = await signedUp();
    const { browser: lateBrowser, login, releaseLogin } = await pausedLogin(auth);
    const { password } = samplePerson;
    expect((await browser.call('post', `${path}/delete`, { password })).status).toBe(200);
    releaseLogin();
    expect((await login).status).toBe(200);

    expect((await lateBrowser.call('get', path)).status).toBe(401);
    expect((await lateBrowser.call('get', '/api/auth/sessions')).status).toBe(401);
    await forgetDeletedUsers(auth.context);
    expect(await auth.sessions.countDocuments({ userId: id })).toBe(2);
    expect(await auth.sessions.countDocuments({ userId: id, endedAt: null })).toBe(0);
    expect(await storedText()).not.toMatch(personalDataPattern);
    expect((await lateBrowser.refresh()).status).toBe(401);
  });

  it('gets no event that is saved while it is deleted (AUTH-U6)', async () => {
    const { id } = await signedUp();
    const { db: connection } = auth.users;
    const admin = connection.getClient().db().admin();
    const aborted = async () => (await admin.serverStatus())['transactions'].totalAborted as number;
    const before = await aborted();
    const { saved } = await connection.withSession((session) =>
      session.withTransaction(async () => {
        await auth.users.updateOne({ _id: id }, { deletedAt: new Date() }, { session });
        const saved = auth.context.users.addEvents(id, [anEvent(id)]);
        await eventually(async () => (await aborted()) > before);
        return { saved };
      }),
    );
    expect(await saved).toBe(false);
  });

  it('needs the password: a wrong or missing one changes nothing (AUTH-U6)', async () => {
    const { browser, path } = await signedUp();
    const wrong = await browser.call('post', `${path}/delete`, { password: 'Wrong123' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong-password']);
    expect((await browser.call('post', `${path}/delete`, {})).status).toBe(400);
    expect((await browser.call('get', path)).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
  });

  it('is deleted once by concurrent requests', async () => {
    const { browser, id, path } = await signedUp();
    const { password } = samplePerson;
    const calls = [1, 2, 3].map(() => browser.call('post', `${path}/delete`, { password }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await eventsOf(id)).filter(({ type }) => type === userDeleted.type)).toHaveLength(1);
  });

  it('cannot be that of an admin (AUTH-U6)', async () => {
    const admin = await signedUpAdmin();
    const { password } = samplePerson;
    const answer = await admin.browser.call('post', `${admin.path}/delete`, { password });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect((await admin.browser.call('get', admin.path)).status).toBe(200);
  });
});
