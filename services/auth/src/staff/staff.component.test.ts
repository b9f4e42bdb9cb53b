import {
  endpointsIn,
  rolesHaveRight,
  type StaffMember,
  type StaffRole,
  staffEndpoints,
  staffInvited,
  staffRoleNames,
} from '@kinmel/contracts';
import { parseEvent, unseal } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { storedEvents } from '@kinmel/testing/servers';
import { testSealKey } from '../testing/test-auth.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;
const dayMs = 24 * 60 * 60_000;
const path = '/api/admin/staff';
const email = 'sunita@example.com';
const password = 'Marigold5';

/** A signed-in person of the staff; without `roles` an account created before roles existed. */
async function signedInStaff(
  address = samplePerson.email,
  roles?: readonly StaffRole[],
): Promise<TestBrowser> {
  await signedUp(auth, { email: address });
  await auth.users.updateOne(
    { _id: (await auth.context.users.findByEmail(address))?.id },
    { $set: { role: 'admin', ...(roles && { staffRoles: roles }) } },
  );
  const browser = new TestBrowser(auth);
  await browser.logIn(address);
  return browser;
}

const listStaff = async (caller: TestBrowser): Promise<StaffMember[]> =>
  (await caller.call('get', path)).body.data;
const memberAt = async (caller: TestBrowser, address: string) =>
  (await listStaff(caller)).find((one) => one.email === address);
const invite = (caller: TestBrowser, roles: readonly string[] = ['support'], address = email) =>
  caller.call('post', path, { fullName: 'Sunita Gurung', email: address, roles });

async function step(caller: TestBrowser, address: string, name: string, body: object = {}) {
  const { id, version } = (await memberAt(caller, address)) ?? {};
  return caller.call('post', `${path}/${id}/${name}`, { version, ...body });
}

/** The token of the newest invitation mail. */
async function mailedToken(): Promise<string> {
  const user = await auth.context.users.findByEmail(email);
  const events = await storedEvents(auth.users.db, user?.id);
  const invited = events.findLast(({ type }) => type === staffInvited.type);
  return unseal(parseEvent(staffInvited, invited).data.sealedToken, testSealKey);
}
const accept = async (token: string) =>
  new TestBrowser(auth).send('post', '/api/auth/reset-password', { token, password });

/** An access token keeps its role until it expires; the session has the current rights. */
async function rightsOf(browser: TestBrowser) {
  const [, claims = ''] = browser.storage.token.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const me = await browser.call('get', `/api/users/${sub}`);
  return me.status === 200 ? me.body.data.staffRoles : me.status;
}

describe('an invitation (AUTH-R2)', () => {
  it('is mailed, lets the person choose a password, and gives the roles', async () => {
    const owner = await signedInStaff();
    const answer = await invite(owner, ['finance', 'support', 'support']);
    expect([answer.status, answer.body.data]).toEqual([
      201,
      expect.objectContaining({ email, roles: ['support', 'finance'], state: 'invited', lastUsedAt: null }),
    ]);
    expect(Date.parse(answer.body.data.invitedUntil) - clock.now().getTime()).toBeGreaterThan(dayMs - 60_000);
    expect((await accept(await mailedToken())).status).toBe(200);
    const person = new TestBrowser(auth);
    expect((await person.logIn(email, password)).body.user).toMatchObject({
      role: 'admin',
      staffRoles: ['support', 'finance'],
    });
    expect(await memberAt(owner, email)).toMatchObject({ state: 'active', invitedUntil: null });
  });

  it('works once, for a day, and not after a newer one or a withdrawal', async () => {
    const owner = await signedInStaff();
    await invite(owner);
    const first = await mailedToken();
    expect((await step(owner, email, 'invitation')).status).toBe(200);
    expect((await accept(first)).body.code).toBe('reset-link-invalid');
    const second = await mailedToken();
    clock.pass(dayMs + 1);
    await owner.logIn();
    expect((await accept(second)).body.message).toContain('expired');
    await step(owner, email, 'invitation');
    const third = await mailedToken();
    expect((await accept(third)).status).toBe(200);
    expect((await accept(third)).body.code).toBe('reset-link-invalid');
    for (const name of ['invitation', 'withdrawal'])
      expect((await step(owner, email, name)).body.code).toBe('conflict');
  });

  it('can be withdrawn, which frees the address', async () => {
    const owner = await signedInStaff();
    await invite(owner);
    const token = await mailedToken();
    expect((await step(owner, email, 'withdrawal')).body.data).toMatchObject({ email, state: 'invited' });
    expect((await accept(token)).body.code).toBe('reset-link-invalid');
    expect(await memberAt(owner, email)).toBeUndefined();
    expect((await invite(owner)).status).toBe(201);
  });

  it('is refused for an address that has an account, and for no, an unknown or a mistyped role', async () => {
    const owner = await signedInStaff();
    await signedUp(auth, { email });
    expect((await invite(owner, ['support'], 'SUNITA@example.com')).body.code).toBe('email-taken');
    for (const roles of [[], ['admin'], ['Support'], 'support'])
      expect((await invite(owner, roles as string[], 'hari@example.com')).status).toBe(400);
    expect(await listStaff(owner)).toHaveLength(1);
  });

  it('allows no sign-in before it is accepted, not even by a reset link', async () => {
    const owner = await signedInStaff();
    await invite(owner);
    expect((await new TestBrowser(auth).logIn(email, '')).status).toBe(400);
    expect((await new TestBrowser(auth).logIn(email, password)).status).toBe(401);
    await new TestBrowser(auth).send('post', '/api/auth/forgot-password', { email });
    await auth.context.settle();
    const user = await auth.context.users.findByEmail(email);
    expect(await auth.context.users.resetLinks(user?.id ?? '')).toHaveLength(1);
  });
});

describe('the roles of a person (AUTH-R1)', () => {
  it('apply to the next call, and an account created before roles existed is an owner', async () => {
    const owner = await signedInStaff();
    expect(await rightsOf(owner)).toEqual(['owner']);
    const other = await signedInStaff('hari@example.com', ['support']);
    expect((await other.call('get', path)).status).toBe(403);
    await step(owner, 'hari@example.com', 'roles', { roles: ['owner'] });
    // Roles are cached for a second.
    await eventually(async () => (await other.call('get', path)).status === 200);
  });

  it('are checked for every call for staff', async () => {
    const mismatches = await Promise.all(
      staffRoleNames.map(async (role) => {
        const browser = await signedInStaff(`${role}@example.com`, [role]);
        const wrongDecisions = [];
        for (const { id, method, path: template, right } of endpointsIn(staffEndpoints)) {
          const address = template.replace('{id}', 'a'.repeat(24));
          const { status } = await browser.call(method === 'GET' ? 'get' : 'post', address);
          if (right && (status === 403) === rolesHaveRight([role], right)) wrongDecisions.push(id);
        }
        return wrongDecisions;
      }),
    );
    expect(mismatches.flat()).toEqual([]);
  });

  it('are shown to staff who may see people, and a customer has none', async () => {
    const owner = await signedInStaff();
    const support = await signedInStaff('hari@example.com', ['support']);
    const catalogue = await signedInStaff('mina@example.com', ['catalogue']);
    const { id } = (await memberAt(owner, 'hari@example.com')) ?? {};
    expect((await support.call('get', `/api/users/${id}`)).body.data.staffRoles).toEqual(['support']);
    expect((await catalogue.call('get', `/api/users/${id}`)).status).toBe(404);
    expect(await rightsOf(await signedUp(auth, { email: 'sita@example.com' }))).toEqual([]);
  });
});

describe('the last owner (AUTH-R3)', () => {
  it('stays one', async () => {
    const owner = await signedInStaff();
    await signedInStaff('hari@example.com', ['support']);
    await invite(owner, ['owner']);
    const refusals = [
      await step(owner, samplePerson.email, 'roles', { roles: ['support'] }),
      await step(owner, samplePerson.email, 'suspension', { reason: 'Leaves the shop.' }),
    ];
    for (const { body } of refusals)
      expect(body).toMatchObject({ code: 'conflict', message: expect.stringContaining('the last owner') });
    expect(await memberAt(owner, samplePerson.email)).toMatchObject({ roles: ['owner'], state: 'active' });
    // An invited owner becomes one by accepting.
    await accept(await mailedToken());
    expect((await step(owner, samplePerson.email, 'roles', { roles: ['support'] })).status).toBe(200);
  });

  it('remains when two owners take the role from each other at once', async () => {
    await Promise.all([
      signedInStaff('hari@example.com', ['owner']),
      signedInStaff('mina@example.com', ['owner']),
    ]);
    const owners = (await auth.context.users.listStaff()).map(({ user }) => user);
    const entry = undefined;
    const outcomes = await Promise.allSettled(
      owners.map((user) =>
        auth.context.users.changeStaff(user, {
          fields: { staffRoles: ['support'] },
          needsOtherOwner: true,
          entry,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await auth.users.countDocuments({ staffRoles: 'owner' })).toBe(1);
  });
});

describe('a suspended person (AUTH-R4)', () => {
  it('is signed out, may do what a customer may, and gets the roles back', async () => {
    const owner = await signedInStaff();
    const address = 'hari@example.com';
    const hari = await signedInStaff(address, ['support', 'finance']);
    const suspended = await step(owner, address, 'suspension', { reason: 'Lost the phone.' });
    expect(suspended.body.data).toMatchObject({ state: 'suspended', roles: ['support', 'finance'] });
    expect(await rightsOf(hari)).toBe(401);
    expect((await hari.refresh()).status).toBe(401);
    await hari.logIn(address);
    expect(await rightsOf(hari)).toEqual([]);
    expect((await step(owner, address, 'suspension', { reason: 'Once more.' })).body.code).toBe('conflict');
    expect((await step(owner, address, 'restoration')).body.data).toMatchObject({
      state: 'active',
      roles: ['support', 'finance'],
    });
    await hari.logIn(address);
    expect(await rightsOf(hari)).toEqual(['support', 'finance']);
    expect((await step(owner, address, 'restoration')).body.code).toBe('conflict');
  });

  it('can be signed out without being suspended', async () => {
    const owner = await signedInStaff();
    const hari = await signedInStaff('hari@example.com', ['support']);
    expect((await step(owner, 'hari@example.com', 'sign-out')).body.data).toMatchObject({ state: 'active' });
    expect(await rightsOf(hari)).toBe(401);
    expect(await rightsOf(owner)).toEqual(['owner']);
  });
});

it('a step names the version that was read, and customers are not staff', async () => {
  const owner = await signedInStaff();
  await signedInStaff('hari@example.com', ['support']);
  const customer = (await signedUp(auth, { email })).storage;
  expect(customer.token).not.toBe('');
  const { id, version = 0 } = (await memberAt(owner, 'hari@example.com')) ?? {};
  const stale = await owner.call('post', `${path}/${id}/roles`, { version: version + 1, roles: ['support'] });
  expect(stale.body.code).toBe('version-conflict');
  const customerAccount = await auth.context.users.findByEmail(email);
  const steps = ['roles', 'suspension', 'restoration', 'sign-out', 'invitation', 'withdrawal'];
  const body = { version: 1, roles: ['owner'], reason: 'Because.' };
  for (const name of steps)
    expect((await owner.call('post', `${path}/${customerAccount?.id}/${name}`, body)).status).toBe(404);
});

it('each step records who did it, what changed and why, without names and addresses (AUTH-R5)', async () => {
  const owner = await signedInStaff();
  await invite(owner, ['support']);
  await step(owner, email, 'invitation');
  await accept(await mailedToken());
  await step(owner, email, 'roles', { roles: ['support', 'finance'] });
  await step(owner, email, 'suspension', { reason: 'Lost the phone.' });
  await step(owner, email, 'restoration');
  await step(owner, email, 'sign-out');
  await invite(owner, ['releases'], 'hari@example.com');
  await step(owner, 'hari@example.com', 'withdrawal');
  const { body } = await owner.call('get', '/api/admin/services/auth/audit');
  const actions = body.data.map(({ action }: { action: string }) => action).toReversed();
  expect(actions).toEqual([
    'inviteStaff',
    'inviteStaffAgain',
    'changeStaffRoles',
    'suspendStaff',
    'restoreStaff',
    'endStaffSessions',
    'inviteStaff',
    'withdrawInvitation',
  ]);
  const suspension = body.data.find(({ action }: { action: string }) => action === 'suspendStaff');
  expect(suspension).toMatchObject({
    person: { name: samplePerson.fullName },
    record: { kind: 'staff' },
    changes: [{ field: 'state', before: 'active', after: 'suspended' }],
    note: 'Lost the phone.',
  });
  expect(JSON.stringify(body.data)).not.toMatch(/Sunita|example\.com/);
});
