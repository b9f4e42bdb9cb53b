import { passwordResetRequested } from '@kinmel/contracts';
import { parseEvent, unseal, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, signedChallenge, verifyContract } from '@kinmel/testing/contracts';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { newUser } from './accounts/user.ts';
import type { ChallengePurpose } from './passkeys/challenges.store.ts';
import type { PasskeyState } from './passkeys/passkey.ts';
import { recoveryCodeHash } from './passkeys/recovery-code.ts';
import { issueAccessToken } from './sessions/tokens/access-token.ts';
import { hashOf } from './sessions/tokens/refresh-token.ts';
import { Authenticator } from './testing/authenticator.ts';
import { addPasskey } from './testing/passkeys.ts';
import { startTestAuth, type TestAuth, testSealKey, testServiceToken } from './testing/test-auth.ts';
import { samplePerson, TestBrowser } from './testing/test-browser.ts';
import { testClock } from './testing/test-clock.ts';

let database: TestDatabase;
let auth: TestAuth;
const clock = testClock();

beforeAll(async () => {
  database = await testDatabase('auth-consumers');
  auth = await startTestAuth({ connection: database.connection, now: clock.now });
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

const ashaId = '6600000000000000000000c1';
const resetToken = 'R'.repeat(43);
const sessionId = 's'.repeat(22);
/** Auth caches the role of a session for a second, so owner and customer have different sessions. */
const ownerSessionId = 'w'.repeat(22);
const inAnHour = () => new Date(clock.now().getTime() + 60 * 60_000);

const hariId = '6600000000000000000000d1';

/** The only account: Asha with the password Orchid77. */
async function insertAsha() {
  await database.empty();
  const { users, hasher } = auth.context;
  const person = {
    id: ashaId,
    email: 'asha.rai@kinmel.example',
    fullName: 'Asha Rai',
    number: '+977 980 555 0147',
    role: 'user' as const,
  };
  const user = newUser(person, clock.now());
  await users.insert(user, await hasher.hash('Orchid77'), []);
  return user;
}

async function signIn(sessionIds: readonly string[]): Promise<void> {
  const { id: userId, credentialVersion } = await insertAsha();
  for (const id of sessionIds) {
    await auth.context.sessions.insert({
      id,
      userId,
      credentialVersion,
      generation: 1,
      secretHash: hashOf('t'.repeat(43)),
      cookieHash: null,
      renewalHash: null,
      rotatedAt: [],
      device: 'Firefox on Linux',
      address: '203.0.113.24',
      lastAddress: '203.0.113.24',
      signedInAt: clock.now(),
      lastUsedAt: clock.now(),
      expiresAt: inAnHour(),
      endedAt: null,
    });
  }
}

/** Asha is an owner and signed in; Hari is in the support team, or invited to it when he has no password. */
async function insertStaff(passwordHash: string): Promise<void> {
  await signIn([ownerSessionId]);
  await auth.users.updateOne({}, { role: 'admin', staffRoles: ['owner'] });
  const hari = {
    id: hariId,
    email: 'hari@kinmel.example',
    fullName: 'Hari Thapa',
    number: '',
    role: 'admin' as const,
    staffRoles: ['support'] as const,
  };
  await auth.context.users.insert(newUser(hari, clock.now()), passwordHash, []);
}

const passkeyId = '6600000000000000000000f1';

/** Asha has a passkey and a recovery code, and has just signed in. */
async function withPasskey(): Promise<void> {
  await signIn([sessionId]);
  await insertPasskey();
}

async function insertPasskey(): Promise<void> {
  const passkey: PasskeyState = {
    id: passkeyId,
    credentialId: signedChallenge.credential.id,
    publicKey: signedChallenge.publicKey,
    counter: 0,
    transports: [],
    isSynced: false,
    name: 'Phone',
    createdAt: clock.now(),
    lastUsedAt: clock.now(),
  };
  const codes = [recoveryCodeHash('7K3M-0QX2-9D4T-H8WB')];
  await auth.context.passkeys.insert(ashaId, passkey, codes, []);
}

const insertChallenge = (purpose: ChallengePurpose) =>
  auth.context.challenges.insert(signedChallenge.challenge, purpose, clock.now());

const states = {
  'Asha was asked for a passkey to sign in': async () => {
    await withPasskey();
    await insertChallenge('log-in');
  },
  'Asha was asked for a passkey to confirm': async () => {
    await withPasskey();
    await insertChallenge(`proof ${sessionId}`);
  },
  'Asha was asked to make a passkey': async () => {
    await signIn([sessionId]);
    await insertChallenge(`add ${ashaId}`);
  },
  'an owner with a passkey is signed in': async () => {
    await insertStaff('');
    await insertPasskey();
  },
  'an owner was asked for a passkey to confirm': async () => {
    await insertStaff('');
    await insertPasskey();
    await insertChallenge(`proof ${ownerSessionId}`);
  },
  'an owner is signed in, and Hari of the support has a passkey': async () => {
    await insertStaff('a hash that no password has');
    const passkeys = [{ id: passkeyId, credentialId: 'of Hari' }];
    await auth.users.collection.updateOne({ role: 'admin', staffRoles: 'support' }, { $set: { passkeys } });
  },
  'Asha is signed in and has a passkey': withPasskey,
  'an owner is signed in, and Hari is of the support': () => insertStaff('a hash that no password has'),
  'an owner is signed in, and Hari is invited to the support': () => insertStaff(''),
  'staff have made the change changeStaffRoles': async () => {
    await insertStaff('a hash that no password has');
    const browser = new TestBrowser(auth);
    await browser.logIn('asha.rai@kinmel.example');
    await browser.call('post', `/api/admin/staff/${hariId}/roles`, { version: 1, roles: ['finance'] });
    // The contract of all services names this person.
    const entries = database.connection.collection('audit_entries');
    await entries.updateMany({}, { $set: { 'person.id': 'admin-1' } });
  },
  'Asha has no account': () => database.empty(),
  'Asha has an account': async () => void (await insertAsha()),
  'Asha was mailed a reset link': async () => {
    const link = { tokenHash: hashOf(resetToken), expiresAt: inAnHour(), usedAt: null };
    await auth.context.users.addResetLink(await insertAsha(), link, []);
  },
  'Asha is signed in': () => signIn([sessionId]),
  'Asha has typed a wrong password': async () => {
    await signIn([sessionId]);
    const wrong = { userId: ashaId, at: clock.now(), way: 'password', isRefused: true } as const;
    await auth.context.signIns.insert(wrong, { headers: {} });
  },
  [`the only admin is signed in with the session ${sessionId}`]: async () => {
    await signIn([sessionId]);
    await auth.users.updateOne({}, { role: 'admin' });
  },
  'Asha is signed in on two devices': () => signIn([sessionId, 'o'.repeat(22)]),
};

const { email, password } = samplePerson;
const nextEvent = (type: string) =>
  eventually(() => auth.bus.published.find((event): event is WireEvent => event.type === type) ?? false);

/** Events as published after real calls. */
const published =
  (type: string, cause: (browser: TestBrowser) => Promise<unknown> = async () => undefined) =>
  async () => {
    await database.empty();
    auth.bus.published.length = 0;
    const browser = new TestBrowser(auth);
    await browser.signUp();
    await cause(browser);
    return nextEvent(type);
  };

async function resetPassword(browser: TestBrowser): Promise<void> {
  await browser.send('post', '/api/auth/forgot-password', { email });
  const { sealedToken } = parseEvent(
    passwordResetRequested,
    await nextEvent('password-reset.requested'),
  ).data;
  const token = unseal(sealedToken, testSealKey);
  await browser.send('post', '/api/auth/reset-password', { token, password: 'Marigold5' });
}

async function reuseToken(browser: TestBrowser): Promise<void> {
  const staleTab = browser.tab();
  await browser.refresh();
  clock.pass(60_000);
  await staleTab.refresh();
}

async function lockAccount(browser: TestBrowser): Promise<void> {
  for (let times = 0; times < 10; times += 1) await browser.tab().logIn(email, 'Wrong123');
}

async function invite(browser: TestBrowser): Promise<void> {
  await auth.users.updateOne({}, { role: 'admin' });
  await browser.logIn();
  await browser.call('post', '/api/admin/staff', {
    fullName: 'Hari Thapa',
    email: 'hari@kinmel.example',
    roles: ['support'],
  });
}

const events = {
  'passkeys.changed': published('passkeys.changed', (browser) => addPasskey(browser, new Authenticator())),
  'staff.invited': published('staff.invited', invite),
  'user.registered': published('user.registered'),
  'user.updated': published('user.updated', async (browser) => {
    const user = await auth.users.findOne({}).lean();
    await browser.call('put', `/api/users/${user?._id.toHexString()}`, { fullName: 'Asha Rai' });
  }),
  'user.deleted': published('user.deleted', async (browser) => {
    const user = await auth.users.findOne({}).lean();
    await browser.call('post', `/api/users/${user?._id.toHexString()}/delete`, { password });
  }),
  'session.revoked': published('session.revoked', (browser) => browser.logOut()),
  'session.reuse-detected': published('session.reuse-detected', reuseToken),
  'password-reset.requested': published('password-reset.requested', (browser) =>
    browser.send('post', '/api/auth/forgot-password', { email }),
  ),
  'password.changed': published('password.changed', resetPassword),
  'account.locked': published('account.locked', lockAccount),
};

it.each(consumersOf('auth'))(
  'auth answers and publishes what %s needs',
  async (consumer) => {
    const token = await issueAccessToken(
      consumer === 'mfe-admin'
        ? { userId: ashaId, sessionId: ownerSessionId, role: 'admin' }
        : { userId: ashaId, sessionId, role: 'user' },
      { keys: auth.keys, now: new Date(), seconds: 600 },
    );
    await verifyContract(consumer, {
      name: 'auth',
      server: auth.server,
      states,
      events,
      headers: { authorization: `Bearer ${token}`, 'x-kinmel-service-token': testServiceToken },
    });
  },
  120_000,
);
