import {
  down,
  holdReply,
  json,
  problem,
  type RenderedPage,
  recordBodies,
  renderPage,
  storeSignedInUser,
} from '@kinmel/testing/page';
import { selectSession } from '@kinmel/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import ResetPasswordPage from './reset-password-page.tsx';

const check = 'POST /api/auth/reset-password/check';
const reset = 'POST /api/auth/reset-password';
const state = (name: string) => json({ success: true, state: name });
const render = (answers = {}, address = '/resetpassword?token=s3cret') =>
  renderPage(<ResetPasswordPage />, { address, answers });
const password = () => screen.findByLabelText('New password');
const confirmation = () => screen.getByLabelText('Confirm password');
const button = () => screen.getByRole('button', { name: 'Set new password' });

async function submit(user: RenderedPage['user'], [first, second]: readonly [string, string]) {
  await user.type(await password(), first);
  await user.type(confirmation(), second);
  await user.click(button());
}
const validPasswords = ['lamp-42-Trail', 'lamp-42-Trail'] as const;

beforeEach(() => localStorage.clear());

describe('the page of a reset link', () => {
  it('removes the token from the URL at once and sends no referrer (SIL-06)', async () => {
    const slow = holdReply(state('valid'));
    const recorder = recordBodies(slow.reply);
    const { address } = await render({ [check]: recorder.reply });
    expect(address()).toBe('/resetpassword');
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await act(async () => slow.release());
    expect(await password()).toHaveAttribute('autocomplete', 'new-password');
    expect(recorder.bodies).toEqual([{ token: 's3cret' }]);
  });

  it.each([
    ['expired', state('expired'), /too old/],
    ['used', state('used'), /used already/],
    ['unknown', state('unknown'), /not valid/],
    ['malformed', problem(400, 'invalid-request', 'Too long.'), /not valid/],
  ])('that is %s shows this and links to a new one', async (_name, reply, text) => {
    await render({ [check]: reply });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(document.body).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Send a new link' })).toHaveAttribute('href', '/forgetpassword');
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });

  it('sends no request without a token', async () => {
    const { network } = await render({}, '/resetpassword');
    expect(screen.getByRole('alert')).toHaveTextContent(/open the link of the mail again/i);
    expect(network.requests).toEqual([]);
  });

  it('can check the link again after a failure', async () => {
    const { user, network } = await render({ [check]: down });
    expect(await screen.findByText('The link could not be checked. Please try again.')).toBeVisible();
    network.answer({ [check]: state('valid') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await password()).toBeVisible();
  });

  it('sets the new password, shows a message, and signs this browser out', async () => {
    storeSignedInUser();
    const recorder = recordBodies(json({ success: true, message: 'Done.' }));
    const { user, store } = await render({
      [check]: state('valid'),
      [reset]: recorder.reply,
      'POST /api/auth/logout': json({ success: true, message: 'Bye.' }),
    });
    await submit(user, validPasswords);
    expect(await screen.findByRole('status')).toHaveTextContent(/Your password is changed/);
    expect(screen.getByRole('status')).toHaveFocus();
    expect(recorder.bodies).toEqual([{ token: 's3cret', password: 'lamp-42-Trail' }]);
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
    expect(JSON.stringify(store.getState().api)).not.toMatch(/s3cret|lamp/);
  });

  it('of another account leaves the current user signed in', async () => {
    storeSignedInUser();
    const { user, network, store } = await render({
      [check]: state('valid'),
      [reset]: json({ success: true, message: 'Done.', signedOut: false }),
    });
    await submit(user, validPasswords);
    expect(await screen.findByRole('status')).toHaveTextContent(/Your password is changed/);
    expect(screen.getByRole('link', { name: 'Go to the shop' })).toHaveAttribute('href', '/');
    expect(selectSession(store.getState()).isAuthenticated).toBe(true);
    expect(network.requests).toEqual([check, reset]);
  });

  it.each([
    ['abc', 'abc', 'New password', 'Password must be at least 6 characters and include letters and numbers.'],
    ['lamp-42-Trail', 'lamp-42', 'Confirm password', 'Passwords do not match!'],
  ])('refuses "%s" and "%s" at the field', async (first, second, label, text) => {
    const { user, network } = await render({ [check]: state('valid') });
    await submit(user, [first, second]);
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(network.count(reset)).toBe(0);
    await user.type(screen.getByLabelText(label), 'x');
    expect(screen.getByLabelText(label)).toBeValid();
  });

  it('shows an error when the link expires before the password is sent', async () => {
    const { user, network } = await render({
      [check]: state('valid'),
      [reset]: problem(400, 'reset-link-invalid', 'This link does not work any more.'),
    });
    await password();
    network.answer({ [check]: state('used') });
    await submit(user, validPasswords);
    expect(await screen.findByRole('alert')).toHaveTextContent(/used already/);
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('keeps the form when the server cannot be reached', async () => {
    const { user } = await render({ [check]: state('valid'), [reset]: down });
    await submit(user, validPasswords);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The password could not be changed. Please try again.',
    );
    expect(await password()).toHaveValue('lamp-42-Trail');
  });
});
