import { passkeysChanged } from '@kinmel/contracts';
import { createLogger, parseEvent } from '@kinmel/service-kit';
import { storedEvents } from '@kinmel/testing';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, optionsToAdd, optionsToLogIn, optionsToProve, sendAdded } from '../testing/passkeys.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const auth = useTestAuth({ logger: createLogger({ service: 'auth', level: 'warn', destination }) });
const { clock } = auth;
let browser: TestBrowser;
let authenticator: Authenticator;

beforeEach(async () => {
  browser = await signedUp(auth);
  authenticator = new Authenticator();
});

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
const ownerId = async () => (await auth.users.findOne({}).lean())?._id.toHexString() ?? '';
const list = async (caller = browser) => (await caller.call('get', '/api/auth/passkeys')).body.data;
const logIn = async (overrides = {}, other = new TestBrowser(auth)) =>
  other.logInWithPasskey(authenticator.get(await optionsToLogIn(other), overrides));
const changes = async () =>
  (await storedEvents(auth.users.db, await ownerId()))
    .filter(({ type }) => type === passkeysChanged.type)
    .map((event) => parseEvent(passkeysChanged, event).data);

describe('a passkey', () => {
  it('is added with ten recovery codes, and signs in without an address (AUTH-W1, AUTH-W2)', async () => {
    const options = await optionsToAdd(browser);
    expect(options).toMatchObject({
      rp: { id: 'shop.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { status, body } = await sendAdded(browser, authenticator.create(options), 'Phone of Ram');
    expect([status, body.data.name, body.recoveryCodes.length]).toEqual([201, 'Phone of Ram', 10]);
    expect(await list()).toMatchObject({
      passkeys: [{ name: 'Phone of Ram', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    const answer = await logIn();
    expect([answer.status, answer.body.user.email]).toEqual([200, samplePerson.email]);
    expect((await list()).passkeys[0].lastUsedAt).toEqual(expect.any(String));
    expect(await changes()).toMatchObject([{ change: 'added', passkey: 'Phone of Ram' }]);
  });

  it('is stored without secrets: recovery codes only as hashes (AUTH-W1, AUTH-W5)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    const stored = JSON.stringify(await auth.users.findOne({}).lean());
    expect(body.recoveryCodes.filter((code: string) => stored.includes(code))).toEqual([]);
    expect(stored).toContain(authenticator.credentialId.toString('base64url'));
  });

  it.each([
    ['another origin', { origin: 'https://shop.example.evil.example' }],
    ['another port', { origin: 'https://shop.example:8443' }],
    ['another domain', { relyingPartyId: 'evil.example' }],
    ['a user who was not verified', { isUserVerified: false }],
  ])('is refused from %s, when added and when used (AUTH-W1)', async (_what, overrides) => {
    const refused = await sendAdded(browser, authenticator.create(await optionsToAdd(browser), overrides));
    expect([refused.status, refused.body.code]).toEqual([400, 'passkey-refused']);
    expect((await list()).passkeys).toEqual([]);
    await addPasskey(browser, authenticator);
    const answer = await logIn(overrides);
    expect([answer.status, answer.body.code, answer.body.token]).toEqual([400, 'passkey-refused', undefined]);
  });

  it('is accepted from each of the origins of the shop (AUTH-W1)', async () => {
    await addPasskey(browser, authenticator);
    expect((await logIn({ origin: 'https://www.shop.example' })).status).toBe(200);
  });

  it('has one answer for each challenge: an answer that is sent twice signs in once (AUTH-W2)', async () => {
    const registration = authenticator.create(await optionsToAdd(browser));
    expect((await sendAdded(browser, registration)).status).toBe(201);
    expect((await sendAdded(browser, registration)).body.code).toBe('passkey-refused');
    const other = new TestBrowser(auth);
    const answer = authenticator.get(await optionsToLogIn(other));
    const outcomes = await Promise.all([1, 2, 3].map(() => other.tab().logInWithPasskey(answer)));
    expect(statusesOf(outcomes)).toEqual([200, 400, 400]);
  });

  it('does not accept the challenge of another purpose, person or session (AUTH-W2)', async () => {
    await addPasskey(browser, authenticator);
    const ofProof = authenticator.get(await optionsToProve(browser));
    expect((await new TestBrowser(auth).logInWithPasskey(ofProof)).body.code).toBe('passkey-refused');
    const ofLogIn = authenticator.get(await optionsToLogIn(browser));
    expect((await browser.call('post', '/api/auth/proof', { credential: ofLogIn })).body.code).toBe(
      'passkey-refused',
    );
    const second = new TestBrowser(auth);
    await second.logIn();
    const ofSecond = authenticator.get(await optionsToProve(second));
    expect((await browser.call('post', '/api/auth/proof', { credential: ofSecond })).body.code).toBe(
      'passkey-refused',
    );
    const other = await signedUp(auth, { email: 'sita@example.com' });
    const ofOther = new Authenticator().create(await optionsToAdd(other));
    expect((await sendAdded(browser, ofOther)).body.code).toBe('passkey-refused');
  });

  it('must be used within five minutes of its challenge (AUTH-W2)', async () => {
    await addPasskey(browser, authenticator);
    const other = new TestBrowser(auth);
    const options = await optionsToLogIn(other);
    clock.pass(5 * 60_000 + 1_000);
    expect((await other.logInWithPasskey(authenticator.get(options))).body.code).toBe('passkey-refused');
  });

  it('does not sign in for an account that it does not name (AUTH-W2)', async () => {
    await addPasskey(browser, authenticator);
    authenticator.userHandle = Buffer.from('6600000000000000000000ff').toString('base64url');
    expect((await logIn()).body.code).toBe('passkey-refused');
    authenticator.userHandle = '';
    expect((await logIn()).status).toBe(400);
  });

  it('is deleted with its account (AUTH-U6, AUTH-W3)', async () => {
    await addPasskey(browser, authenticator);
    const { body } = await browser.call('post', '/api/auth/passkeys/recovery-codes');
    const { password } = samplePerson;
    await browser.call('post', `/api/users/${await ownerId()}/delete`, { password });
    expect(await auth.users.findOne({}).lean()).toMatchObject({ passkeys: [], recoveryCodes: [] });
    expect((await logIn()).body.code).toBe('passkey-refused');
    const code = body.recoveryCodes[0];
    expect((await new TestBrowser(auth).logInWithRecoveryCode(code)).status).toBe(401);
  });

  it('does not sign in a suspended person, nor do their recovery codes (AUTH-W3)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    await auth.users.updateOne({}, { suspendedAt: new Date(), role: 'user', staffRoles: ['support'] });
    expect((await logIn()).body.code).toBe('passkey-refused');
    const code = body.recoveryCodes[0];
    expect((await new TestBrowser(auth).logInWithRecoveryCode(code)).status).toBe(401);
  });

  it('that was cloned is refused, also when both are used at once, and logged (AUTH-W4)', async () => {
    await addPasskey(browser, authenticator);
    expect((await logIn()).status).toBe(200);
    const other = new TestBrowser(auth);
    const [first, second] = [await optionsToLogIn(other), await optionsToLogIn(other)];
    const ofOriginal = authenticator.get(first);
    authenticator.counter -= 1;
    const ofClone = authenticator.get(second);
    const outcomes = await Promise.all([
      other.tab().logInWithPasskey(ofOriginal),
      other.tab().logInWithPasskey(ofClone),
    ]);
    expect(statusesOf(outcomes)).toEqual([200, 400]);
    authenticator.counter = 0;
    expect((await logIn()).body.code).toBe('passkey-refused');
    const warnings = lines.filter((line) => line.includes('passkey-cloned'));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain(await ownerId());
  });

  it('without a counter may be used again and again (AUTH-W4)', async () => {
    await addPasskey(browser, authenticator);
    for (let times = 1; times <= 2; times += 1) {
      authenticator.counter = -1;
      expect((await logIn()).status).toBe(200);
    }
  });

  it('belongs to one account (AUTH-W1)', async () => {
    await addPasskey(browser, authenticator);
    const other = await signedUp(auth, { email: 'sita@example.com' });
    expect((await addPasskey(other, authenticator)).body.code).toBe('conflict');
    expect((await list(other)).passkeys).toEqual([]);
  });
});

describe('the list of passkeys', () => {
  it('is changed by its owner only (AUTH-W3)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    const path = `/api/auth/passkeys/${body.data.id}`;
    const other = await signedUp(auth, { email: 'sita@example.com' });
    expect((await other.call('put', path, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('delete', path)).status).toBe(404);
    expect((await browser.call('put', path, { name: 'Key ring' })).status).toBe(200);
    expect((await list()).passkeys).toMatchObject([{ name: 'Key ring' }]);
    expect((await browser.call('delete', path)).status).toBe(200);
    expect(await list()).toEqual({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await logIn()).body.code).toBe('passkey-refused');
    expect((await changes()).map(({ change }) => change)).toEqual(['added', 'removed']);
  });

  it('loses each passkey once, and the codes with the last one, also when two are removed at once (AUTH-W3)', async () => {
    const first = await addPasskey(browser, authenticator);
    const second = await addPasskey(browser, new Authenticator());
    expect(second.body.recoveryCodes).toEqual([]);
    const paths = [first, first, second].map(({ body }) => `/api/auth/passkeys/${body.data.id}`);
    const outcomes = await Promise.all(paths.map((path) => browser.tab().call('delete', path)));
    expect(statusesOf(outcomes)).toEqual([200, 200, 404]);
    expect(await list()).toEqual({ passkeys: [], recoveryCodesLeft: 0 });
  });

  it('changes only within ten minutes of the sign-in or a proof (AUTH-W3)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    clock.pass(11 * 60_000);
    const path = `/api/auth/passkeys/${body.data.id}`;
    for (const answer of [
      await browser.call('post', '/api/auth/passkeys/options'),
      await browser.call('post', '/api/auth/passkeys/recovery-codes'),
      await browser.call('delete', path),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'proof-needed']);
    const credential = authenticator.get(await optionsToProve(browser));
    expect((await browser.call('post', '/api/auth/proof', { credential })).status).toBe(200);
    expect((await browser.call('delete', path)).status).toBe(200);
  });

  it('has at most twenty (AUTH-W1)', async () => {
    const passkey = { credentialId: 'x', name: 'Old' };
    await auth.users.updateOne({}, { passkeys: Array.from({ length: 20 }, () => passkey) });
    expect((await browser.call('post', '/api/auth/passkeys/options')).body.code).toBe('conflict');
  });

  it('is part of the export of the account (AUTH-U5)', async () => {
    await addPasskey(browser, authenticator, 'Phone');
    const { body, text } = await browser.call('get', `/api/users/${await ownerId()}/export`);
    expect(body.passkeys).toMatchObject({ passkeys: [{ name: 'Phone' }], recoveryCodesLeft: 10 });
    expect(text).not.toContain('publicKey');
  });
});

describe('a proof', () => {
  it('is given by a passkey of the caller, and not by that of another user (AUTH-P7, AUTH-W2)', async () => {
    await addPasskey(browser, authenticator);
    const other = await signedUp(auth, { email: 'sita@example.com' });
    expect((await other.call('post', '/api/auth/proof/options')).body.data).toBeNull();
    const otherAuthenticator = new Authenticator();
    await addPasskey(other, otherAuthenticator);
    const wrong = otherAuthenticator.get(await optionsToProve(browser));
    expect((await browser.call('post', '/api/auth/proof', { credential: wrong })).body.code).toBe(
      'passkey-refused',
    );
    const credential = authenticator.get(await optionsToProve(browser));
    expect((await browser.call('post', '/api/auth/proof', { credential })).status).toBe(200);
  });

  it('needs a password or a passkey (AUTH-P7)', async () => {
    const answer = await browser.call('post', '/api/auth/proof', {});
    expect([answer.status, answer.body.details[0].path]).toEqual([400, 'password']);
  });
});

describe('a recovery code', () => {
  const use = (code: string, email?: string) => new TestBrowser(auth).logInWithRecoveryCode(code, email);

  it('signs in once in place of the passkey, in any spelling, and its owner gets a mail (AUTH-W5)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    const [code = ''] = body.recoveryCodes;
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const outcomes = await Promise.all([1, 2, 3].map(() => use(code.toLowerCase().replaceAll('-', ' '))));
    expect(statusesOf(outcomes)).toEqual([200, 401, 401]);
    expect((await use(code)).body.code).toBe('wrong-credentials');
    expect((await list()).recoveryCodesLeft).toBe(9);
    expect((await changes()).map(({ change }) => change)).toEqual(['added', 'recovery-code-used']);
  });

  it('is of one account, and no answer says whether the account exists (AUTH-A4, AUTH-W5)', async () => {
    const { body } = await addPasskey(browser, authenticator);
    const other = await signedUp(auth, { email: 'sita@example.com' });
    await addPasskey(other, new Authenticator());
    const answers = await Promise.all([
      use(body.recoveryCodes[0], 'sita@example.com'),
      use('AAAA', samplePerson.email),
      use('AAAA', 'nobody@example.com'),
    ]);
    const { requestId: _id, ...refused } = answers[0]?.body ?? {};
    for (const answer of answers) expect(answer.body).toMatchObject(refused);
  });

  it('is invalid once new codes are made (AUTH-W5)', async () => {
    expect((await browser.call('post', '/api/auth/passkeys/recovery-codes')).body.code).toBe('conflict');
    const old = (await addPasskey(browser, authenticator)).body.recoveryCodes[0];
    const renewed = (await browser.call('post', '/api/auth/passkeys/recovery-codes')).body.recoveryCodes;
    expect((await use(old)).status).toBe(401);
    expect((await use(renewed[9])).status).toBe(200);
  });
});
