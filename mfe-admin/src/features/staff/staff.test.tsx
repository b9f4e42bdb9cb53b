import type { StaffMember } from '@kinmel/contracts';
import { type Answers, aUser, axeViolations, json, problem, recordBodies } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { click, dialog, tableOf } from '../../testing/list-page.ts';
import { admin, openPage } from '../../testing/open-page.tsx';

const path = '/api/admin/staff';
const aMember = (changes: Partial<StaffMember> = {}): StaffMember => ({
  id: '6600000000000000000000d1',
  version: 3,
  name: 'Hari Thapa',
  email: 'hari@kinmel.example',
  roles: ['support'],
  state: 'active',
  invitedUntil: null,
  lastUsedAt: '2026-11-25T06:00:00.000Z',
  ...changes,
});
const you = aMember({ id: admin.id, name: admin.name, email: admin.email, roles: ['owner'] });
const mina = aMember({
  id: '6600000000000000000000d2',
  name: 'Mina Rai',
  email: 'mina@kinmel.example',
  roles: ['finance', 'releases'],
  state: 'invited',
  invitedUntil: '2026-11-26T06:00:00.000Z',
  lastUsedAt: null,
});
const answerOf = (...data: readonly StaffMember[]) => ({ success: true, data });
const open = (answers: Answers = {}) =>
  openPage('/admin/staff', {
    answers: {
      [path]: answerOf(aMember(), mina, you),
      '/api/auth/passkeys': { success: true, data: { passkeys: [] } },
      ...answers,
    },
  });
type User = Awaited<ReturnType<typeof open>>['user'];

async function openStep(user: User, button: string, title: string) {
  await click(user, await screen.findByRole('button', { name: button }));
  return dialog(title);
}

describe('the staff', () => {
  it('is listed with roles, state and the steps that each state allows', async () => {
    await open();
    const table = within(await tableOf('Staff'));
    for (const text of ['Finance, Releases', 'Bikash Shrestha (you)', 'Invited', 'hari@kinmel.example'])
      expect(table.getByText(text)).toBeVisible();
    const stepsOf = (name: string) =>
      table.getAllByRole('button', { name: new RegExp(`${name}$`) }).map((button) => button.textContent);
    expect(stepsOf('Hari Thapa')).toEqual(['Roles', 'Sign out', 'Suspend']);
    expect(stepsOf('Mina Rai')).toEqual(['Roles', 'Invite again', 'Withdraw']);
    expect(await axeViolations()).toEqual([]);
  });

  it('gets a new member by an invitation with roles', async () => {
    const { bodies, reply } = recordBodies(json({ success: true, data: mina }, 201));
    const { user } = await open({ [`POST ${path}`]: reply });
    const form = await openStep(user, 'Invite', 'Invite to the staff');
    await user.type(form.getByLabelText('Name'), 'Mina Rai');
    await user.type(form.getByLabelText('E-mail'), 'mina@kinmel.example');
    await click(user, form.getByRole('button', { name: 'Send invitation' }));
    expect(form.getByText('Please choose a role.')).toBeVisible();
    await user.click(form.getByLabelText(/^Releases/));
    await user.click(form.getByLabelText(/^Finance/));
    await click(user, form.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('mina@kinmel.example has a day to choose a password.')).toBeVisible();
    expect(bodies).toEqual([
      { fullName: 'Mina Rai', email: 'mina@kinmel.example', roles: ['finance', 'releases'] },
    ]);
  });

  it('shows why an invitation is refused, and keeps the input', async () => {
    const refusal = problem(409, 'email-taken', 'An account with this email already exists.');
    const { user } = await open({ [`POST ${path}`]: refusal });
    const form = await openStep(user, 'Invite', 'Invite to the staff');
    await user.type(form.getByLabelText('Name'), 'Sita');
    await user.type(form.getByLabelText('E-mail'), 'sita@example.com');
    await user.click(form.getByLabelText(/^Support/));
    await click(user, form.getByRole('button', { name: 'Send invitation' }));
    expect(await form.findByText('An account with this email already exists.')).toBeVisible();
    expect(form.getByLabelText('E-mail')).toHaveValue('sita@example.com');
  });

  it('gets other roles, of which at least one must be chosen', async () => {
    const saved = aMember({ roles: ['finance'], version: 4 });
    const { bodies, reply } = recordBodies(json({ success: true, data: saved }));
    const { user } = await open({ [`POST ${path}/${saved.id}/roles`]: reply });
    const form = await openStep(user, 'Roles Hari Thapa', 'Roles of Hari Thapa');
    await user.click(form.getByLabelText(/^Support/));
    await click(user, form.getByRole('button', { name: 'Save roles' }));
    expect(form.getByText('Please choose a role.')).toBeVisible();
    await user.click(form.getByLabelText(/^Finance/));
    await click(user, form.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(bodies).toEqual([{ version: 3, roles: ['finance'] }]));
    expect(await within(await tableOf('Staff')).findByText('Finance')).toBeVisible();
  });

  it.each([
    ['Suspend Hari Thapa', 'Suspend', 'suspension', { version: 3, reason: 'Lost the phone.' }],
    ['Sign out Hari Thapa', 'End all sessions', 'sign-out', { version: 3 }],
  ])('takes the step "%s"', async (button, title, step, body) => {
    const member = aMember({ version: 4 });
    const { bodies, reply } = recordBodies(json({ success: true, data: member }));
    const { user } = await open({ [`POST ${path}/${member.id}/${step}`]: reply });
    const form = await openStep(user, button, title);
    if ('reason' in body) await user.type(form.getByLabelText('Reason'), body.reason);
    await click(user, form.getByRole('button', { name: title }));
    await waitFor(() => expect(bodies).toEqual([body]));
  });

  it('no longer lists a withdrawn invitation', async () => {
    const { user } = await open({
      [`POST ${path}/${mina.id}/withdrawal`]: json({ success: true, data: mina }),
    });
    const form = await openStep(user, 'Withdraw Mina Rai', 'Withdraw invitation');
    await click(user, form.getByRole('button', { name: 'Withdraw invitation' }));
    await waitFor(() => expect(screen.queryByText('Mina Rai')).toBeNull());
  });

  it('shows why the last owner cannot be suspended', async () => {
    const text = 'This is the last owner. Make somebody else an owner first.';
    const { user } = await open({ [`POST ${path}/${you.id}/suspension`]: problem(409, 'conflict', text) });
    const form = await openStep(user, 'Suspend Bikash Shrestha', 'Suspend');
    await user.type(form.getByLabelText('Reason'), 'Leaves.');
    await click(user, form.getByRole('button', { name: 'Suspend' }));
    expect(await form.findByText(text)).toBeVisible();
  });
});

describe('a step that needs the password again', () => {
  const member = aMember({ version: 4 });
  const suspension = `POST ${path}/${member.id}/suspension`;
  const needed = problem(403, 'proof-needed', 'Please confirm with your password that it is you.');

  async function suspend(user: User) {
    const form = await openStep(user, 'Suspend Hari Thapa', 'Suspend');
    await user.type(form.getByLabelText('Reason'), 'Lost the phone.');
    await click(user, form.getByRole('button', { name: 'Suspend' }));
    return { form, proof: dialog('Is it you?') };
  }

  it('asks for it, and is then repeated with the same input', async () => {
    const { bodies, reply } = recordBodies(json({ success: true, data: member }));
    const { user, network } = await open({ [suspension]: needed });
    const { proof } = await suspend(user);
    expect(await axeViolations()).toEqual([]);
    network.answer({
      'POST /api/auth/proof': json({ success: true, message: 'Thank you.' }),
      [suspension]: reply,
    });
    await user.type(proof.getByLabelText('Your password'), 'Boss1234');
    await click(user, proof.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(bodies).toEqual([{ version: 3, reason: 'Lost the phone.' }]));
  });

  it('stays refused without it, and after a wrong one', async () => {
    const { user } = await open({
      [suspension]: needed,
      'POST /api/auth/proof': problem(400, 'wrong-password', 'The current password is not right.'),
    });
    const { form, proof } = await suspend(user);
    await user.type(proof.getByLabelText('Your password'), 'Wrong123');
    await click(user, proof.getByRole('button', { name: 'Confirm' }));
    expect(await proof.findByText('The current password is not right.')).toBeVisible();
    await click(user, proof.getByRole('button', { name: 'Cancel' }));
    expect(await form.findByText(/Please confirm with your password/)).toBeVisible();
    expect(form.getByLabelText('Reason')).toHaveValue('Lost the phone.');
  });
});

describe('passkeys of staff (AUTH-W6, AUTH-W7)', () => {
  it('are reset for a staff member who has some', async () => {
    const hari = aMember({ hasPasskey: true });
    const { bodies, reply } = recordBodies(json({ success: true, data: aMember({ version: 4 }) }));
    const { user } = await open({
      [path]: answerOf(hari, you),
      [`POST ${path}/${hari.id}/passkey-reset`]: reply,
    });
    const form = await openStep(user, 'Reset passkeys Hari Thapa', 'Reset passkeys');
    await click(user, form.getByRole('button', { name: 'Reset passkeys' }));
    await waitFor(() => expect(bodies).toEqual([{ version: 3 }]));
  });

  it('prove the identity in place of the password', async () => {
    const member = aMember({ version: 4 });
    const buffer = new ArrayBuffer(3);
    const credential = {
      id: 'AAAA',
      rawId: buffer,
      type: 'public-key',
      response: { authenticatorData: buffer, clientDataJSON: buffer, signature: buffer },
      getClientExtensionResults: () => ({}),
    };
    Object.assign(globalThis, { PublicKeyCredential: class {} });
    const get = () => Promise.resolve(credential);
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    const proof = recordBodies(json({ success: true, message: 'Thank you.' }));
    const step = `POST ${path}/${member.id}/sign-out`;
    const { user, network } = await open({
      '/api/auth/passkeys': { success: true, data: { passkeys: [{ name: 'Phone' }] } },
      'POST /api/auth/proof/options': { success: true, data: { challenge: 'AAAA' } },
      'POST /api/auth/proof': proof.reply,
      [step]: problem(403, 'proof-needed', 'Please confirm.'),
    });
    const form = await openStep(user, 'Sign out Hari Thapa', 'End all sessions');
    await click(user, form.getByRole('button', { name: 'End all sessions' }));
    const button = await screen.findByRole('button', { name: 'Use my passkey' });
    network.answer({ [step]: json({ success: true, data: member }) });
    await click(user, button);
    await waitFor(() => expect(network.count(step)).toBe(2));
    expect(proof.bodies).toMatchObject([{ credential: { id: 'AAAA' } }]);
  });

  it('are required before any page is shown', async () => {
    await openPage('/admin/staff', { user: aUser({ role: 'admin', staffRoles: [], needsPasskey: true }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Add a passkey' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add a passkey' })).toHaveAttribute('href', '/profile#passkeys');
  });
});

describe('the links of the back office', () => {
  const linksFor = async (...staffRoles: string[]) => {
    const user = aUser({ role: 'admin', staffRoles });
    await openPage('/admin/rates', {
      user,
      answers: { [path]: answerOf(), '/api/admin/rates': { success: true, data: [] } },
    });
    return within(screen.getByRole('navigation', { name: 'Back office' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  };

  it('are the pages that the user may see', async () => {
    expect(await linksFor('catalogue')).toEqual([
      'Devices',
      'Manage Products',
      'Add Product',
      'Add Offer',
      'Exchange rates',
    ]);
  });

  it('are not the only check: a typed address is refused too', async () => {
    await openPage('/admin/staff', { user: aUser({ role: 'admin', staffRoles: ['catalogue'] }) });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });

  it('are all pages for an owner', async () => {
    const links = await linksFor('owner');
    expect(links).toContain('Staff');
    expect(links).toHaveLength(16);
  });
});
