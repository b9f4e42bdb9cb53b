import request from 'supertest';
import { Authenticator } from '../testing/authenticator.ts';
import { addPasskey, optionsToLogIn, optionsToProve } from '../testing/passkeys.ts';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth({ passkeySettings: { isRequiredOfStaff: true } });
const staffPath = '/api/admin/staff';

/** A person of the staff who has just signed in by password. */
async function signedInStaff(email = samplePerson.email, staffRoles = ['owner']) {
  await signedUp(auth, { email });
  await auth.users.updateOne(
    { _id: (await auth.context.users.findByEmail(email))?.id },
    { role: 'admin', staffRoles },
  );
  const browser = new TestBrowser(auth);
  return { browser, answer: await browser.logIn(email) };
}

const sessionOf = async ({ storage }: TestBrowser) => {
  const [, claims = ''] = storage.token.split('.');
  const { sid, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const { body } = await request(auth.server)
    .get(`/internal/sessions/${sid}`)
    .set({ 'X-Kinmel-Service-Token': testServiceToken });
  return { userId: sub, ...body.data };
};

async function logInWith(authenticator: Authenticator) {
  const browser = new TestBrowser(auth);
  const answer = await browser.logInWithPasskey(authenticator.get(await optionsToLogIn(browser)));
  return { browser, answer };
}

describe('staff who need a passkey (AUTH-W6)', () => {
  it('can only do what a customer may until they add one, in every service and at the gateway', async () => {
    const { browser, answer } = await signedInStaff();
    expect([answer.status, answer.body.user.needsPasskey, answer.body.user.staffRoles]).toEqual([
      200,
      true,
      [],
    ]);
    const refused = await browser.call('get', staffPath);
    expect([refused.status, refused.body.code]).toEqual([403, 'passkey-needed']);
    // A service of an older version, which ignores `needsPasskey`, gets no roles.
    const session = await sessionOf(browser);
    expect(session).toMatchObject({ role: 'admin', staffRoles: [], needsPasskey: true });
    expect((await browser.refresh()).body.user).toMatchObject({ needsPasskey: true, staffRoles: [] });

    await addPasskey(browser, new Authenticator());
    expect((await browser.call('get', `/api/users/${session.userId}`)).body.data).toMatchObject({
      needsPasskey: false,
      staffRoles: ['owner'],
    });
    expect((await sessionOf(browser)).staffRoles).toEqual(['owner']);
  });

  it('sign in with it, or with a recovery code, and not with the password alone', async () => {
    const { browser } = await signedInStaff();
    const authenticator = new Authenticator();
    const { body } = await addPasskey(browser, authenticator);
    const byPassword = await new TestBrowser(auth).logIn();
    expect([byPassword.status, byPassword.body.code]).toEqual([403, 'passkey-needed']);
    // A wrong password is answered as usual, so that the refusal does not confirm a guess.
    expect((await new TestBrowser(auth).logIn(samplePerson.email, 'Wrong123')).body.code).toBe(
      'wrong-credentials',
    );
    const byKey = await logInWith(authenticator);
    expect((await byKey.browser.call('get', staffPath)).status).toBe(200);
    const byCode = new TestBrowser(auth);
    await byCode.logInWithRecoveryCode(body.recoveryCodes[0]);
    expect((await byCode.call('get', staffPath)).status).toBe(200);
  });

  it('have no rights in a session that began by password, until they use their passkey in it', async () => {
    const { browser: before } = await signedInStaff();
    const other = before.tab();
    await other.logIn();
    const authenticator = new Authenticator();
    await addPasskey(before, authenticator);
    expect((await other.call('get', staffPath)).body.code).toBe('passkey-needed');
    expect((await other.call('post', '/api/auth/passkeys/options')).body.code).toBe('passkey-needed');
    const credential = authenticator.get(await optionsToProve(other));
    await other.call('post', '/api/auth/proof', { credential });
    expect((await sessionOf(other)).staffRoles).toEqual(['owner']);
  });

  it('keep their last passkey, also when two are removed at once', async () => {
    const { browser } = await signedInStaff();
    const added = [
      await addPasskey(browser, new Authenticator()),
      await addPasskey(browser, new Authenticator()),
    ];
    const outcomes = await Promise.all(
      added.map(({ body }) => browser.tab().call('delete', `/api/auth/passkeys/${body.data.id}`)),
    );
    expect(outcomes.map(({ body }): string => body.code ?? 'removed').sort()).toEqual([
      'conflict',
      'removed',
    ]);
  });

  it('are not customers, who sign in by password with or without a passkey', async () => {
    const browser = await signedUp(auth);
    await addPasskey(browser, new Authenticator());
    expect((await new TestBrowser(auth).logIn()).status).toBe(200);
  });
});

it('an owner resets lost passkeys of a person, who then signs in by password and adds another one (AUTH-W7, AUTH-R5)', async () => {
  const { browser: owner } = await signedInStaff();
  await addPasskey(owner, new Authenticator());
  const { browser: person } = await signedInStaff('hari@example.com', ['support']);
  const lost = new Authenticator();
  await addPasskey(person, lost);
  const { data } = (await owner.call('get', staffPath)).body;
  const { id, version } = data.find(({ email }: { email: string }) => email === 'hari@example.com');
  const reset = () => owner.call('post', `${staffPath}/${id}/passkey-reset`, { version });
  const answer = await reset();
  expect([answer.status, answer.body.data.hasPasskey]).toEqual([200, false]);
  expect((await reset()).body.code).toBe('version-conflict');
  expect((await person.refresh()).status).toBe(401);
  expect((await logInWith(lost)).answer.body.code).toBe('passkey-refused');
  const newBrowser = new TestBrowser(auth);
  expect((await newBrowser.logIn('hari@example.com')).body.user.needsPasskey).toBe(true);
  expect((await addPasskey(newBrowser, new Authenticator())).status).toBe(201);
  const audit = await auth.users.db.collection('audit_entries').find({}).toArray();
  expect(JSON.stringify(audit)).toContain('passkeys removed');
});
