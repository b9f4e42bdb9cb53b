import { json, problem, recordBodies, renderPage } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { PasskeysSection } from './passkeys-section.tsx';
import { OwnProofDialog } from './proof-dialog.tsx';

const path = '/api/auth/passkeys';
const passkeyList = (...names: string[]) => ({
  success: true,
  data: {
    passkeys: names.map((name, index) => ({
      id: `${index}`.repeat(24),
      name,
      createdAt: '2026-11-18T10:40:00.000Z',
      lastUsedAt: index === 0 ? '2026-11-21T10:40:00.000Z' : null,
      isSynced: index === 0,
    })),
    recoveryCodesLeft: 10,
  },
});
const options = { challenge: 'AAAA', user: { id: 'AAAA' }, allowCredentials: [] };
const buffer = new ArrayBuffer(3);
const create = jest.fn();
const get = jest.fn();

beforeEach(() => {
  jest.resetAllMocks();
  create.mockResolvedValue({
    id: 'AAAA',
    rawId: buffer,
    type: 'public-key',
    response: { attestationObject: buffer, clientDataJSON: buffer, getTransports: () => ['internal'] },
    getClientExtensionResults: () => ({}),
  });
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
});

const render = (answers: object = {}) =>
  renderPage(
    <>
      <PasskeysSection />
      <OwnProofDialog />
    </>,
    { answers: { [path]: passkeyList(), ...answers } },
  );
const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

async function add(user: Awaited<ReturnType<typeof render>>['user'], name = 'My phone') {
  await user.type(await screen.findByLabelText('Name of the new passkey'), name);
  await user.click(button('Add a passkey'));
}

describe('the passkeys in the profile (AUTH-W1, AUTH-W5)', () => {
  it('are added by name, and the first one shows its recovery codes until the user confirms saving them', async () => {
    const recorder = recordBodies(
      json({ success: true, data: {}, recoveryCodes: ['7K3M-0QX2', '9D4T-H8WB'] }),
    );
    const { user, network } = await render({
      [`POST ${path}/options`]: { success: true, data: options },
      [`POST ${path}`]: recorder.reply,
    });
    await screen.findByLabelText('Name of the new passkey');
    network.answer({ [path]: passkeyList('My phone') });
    await add(user, ' My phone ');
    expect(await screen.findByText('7K3M-0QX2')).toBeVisible();
    expect(recorder.bodies).toMatchObject([
      { name: 'My phone', transports: ['internal'], credential: { id: 'AAAA' } },
    ]);
    expect(await screen.findByText('My phone')).toBeVisible();
    // An alert is hidden from screen readers until a moment after it is rendered.
    await user.click(await screen.findByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByText('7K3M-0QX2')).not.toBeInTheDocument();
  });

  it.each([
    ['NotAllowedError', 'No passkey was used. Please try again.'],
    ['InvalidStateError', 'This device has a passkey for your account already.'],
  ])('show an error when the browser creates none: %s', async (name, text) => {
    create.mockRejectedValue(Object.assign(new Error('no'), { name }));
    const { user, network } = await render({ [`POST ${path}/options`]: { success: true, data: options } });
    await add(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(network.count(`POST ${path}`)).toBe(0);
  });

  it('require a name', async () => {
    const { user } = await render();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect(screen.getByLabelText('Name of the new passkey')).toHaveAccessibleDescription(
      /Please enter a name/,
    );
  });

  it('are removed after a confirmation, which warns about removing the last one', async () => {
    const done = json({ success: true, message: 'Done' });
    const { user, network } = await render({
      [path]: passkeyList('Phone'),
      [`DELETE ${path}/${'0'.repeat(24)}`]: done,
    });
    await user.click(await screen.findByRole('button', { name: 'Remove: Phone' }));
    expect(dialog('Remove Phone?').getByText(/with your password only/)).toBeVisible();
    network.answer({ [path]: passkeyList() });
    await user.click(dialog('Remove Phone?').getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Phone')).not.toBeInTheDocument());
  });

  it('are renamed', async () => {
    const recorder = recordBodies(json({ success: true, message: 'Done' }));
    const { user } = await render({
      [path]: passkeyList('Phone'),
      [`PUT ${path}/${'0'.repeat(24)}`]: recorder.reply,
    });
    await user.click(await screen.findByRole('button', { name: 'Rename: Phone' }));
    await user.clear(dialog('Rename passkey').getByLabelText('Name'));
    await user.type(dialog('Rename passkey').getByLabelText('Name'), 'Tablet');
    await user.click(dialog('Rename passkey').getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(recorder.bodies).toEqual([{ name: 'Tablet' }]));
  });

  it('ask for the password when the sign-in is too old, and then continue', async () => {
    const { user, network } = await render({
      [path]: passkeyList('Phone'),
      [`POST ${path}/recovery-codes`]: problem(403, 'proof-needed', 'Please confirm.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await user.click(dialog('Make new recovery codes?').getByRole('button', { name: 'Make new codes' }));
    const proof = await screen.findByRole('dialog', { name: 'Is it you?' });
    await user.type(within(proof).getByLabelText('Your password'), 'Customer123');
    network.answer({
      'POST /api/auth/proof': json({ success: true, message: 'Thank you.' }),
      [`POST ${path}/recovery-codes`]: { success: true, recoveryCodes: ['7K3M-0QX2'] },
    });
    await user.click(within(proof).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('7K3M-0QX2')).toBeVisible();
  });
});
