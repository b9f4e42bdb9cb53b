import {
  down,
  holdReply,
  json,
  problem,
  recordBodies,
  renderPage,
  sessionAnswer,
} from '@kinmel/testing/page';
import { selectSession } from '@kinmel/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import SignupPage from './signup-page.tsx';

const path = 'POST /api/auth/signup';
const labels = ['Full name', 'Email', 'Number', 'Password', 'Confirm password'] as const;
type Label = (typeof labels)[number];
const validValues: Readonly<Record<Label, string>> = {
  'Full name': ' Aarati Gurung ',
  Email: 'aarati@kinmel.example',
  Number: '+977 980 555 0147',
  Password: 'lamp-42-Trail',
  'Confirm password': 'lamp-42-Trail',
};
const field = (label: Label) => screen.getByLabelText(label);
const button = () => screen.getByRole('button', { name: /^Sign(up|ing up\.\.\.)$/ });
const render = (answers = {}, state?: unknown) =>
  renderPage(<SignupPage />, { address: '/signup', answers, state });

async function fillIn(
  user: Awaited<ReturnType<typeof render>>['user'],
  changes: Partial<Record<Label, string>> = {},
) {
  for (const label of labels) {
    const value = changes[label] ?? validValues[label];
    await user.click(field(label));
    if (value) await user.paste(value);
  }
}

beforeEach(() => localStorage.clear());

describe('the signup page', () => {
  it('has the five fields, for password managers (SIGN-01)', async () => {
    await render();
    const autoCompletes = labels.map((label) => field(label).getAttribute('autocomplete'));
    expect(autoCompletes).toEqual(['name', 'email', 'tel', 'new-password', 'new-password']);
    expect(field('Number')).toHaveAttribute('type', 'tel');
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  it.each(labels)("requires %s, with the browser's own hint (SIGN-04, SIL-43)", async (label) => {
    const { user, network } = await render();
    await fillIn(user, { [label]: '' });
    const onInvalid = jest.fn();
    field(label).addEventListener('invalid', onInvalid);
    await user.click(button());
    expect(field(label)).toBeRequired();
    expect(onInvalid).toHaveBeenCalledTimes(1);
    expect(network.requests).toEqual([]);
  });

  it('refuses two different passwords, with a toast and at the field (SIGN-05)', async () => {
    const { user, network } = await render();
    await fillIn(user, { 'Confirm password': 'lamp-42-trail' });
    await user.click(button());
    expect(screen.getAllByText('Passwords do not match!')).toHaveLength(2);
    expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match!');
    expect(network.requests).toEqual([]);
    await user.type(field('Confirm password'), 'x');
    expect(field('Confirm password')).toBeValid();
  });

  it('warns about a password that violates the rule (SIGN-06)', async () => {
    const { user, network } = await render();
    await fillIn(user, { Password: 'abcdef', 'Confirm password': 'abcdef' });
    await user.click(button());
    const text = 'Password must be at least 6 characters and include letters and numbers.';
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(field('Password')).toBeInvalid();
    expect(network.requests).toEqual([]);
  });

  it('refuses an invisible name and a phone number without digits, and sends nothing', async () => {
    const { user, network } = await render();
    await fillIn(user, { 'Full name': '\u200B\u3164', Number: 'abc' });
    await user.click(button());
    expect(field('Full name')).toHaveAccessibleDescription('Full name is required');
    expect(field('Number')).toHaveAccessibleDescription(/^Please enter a valid phone number/);
    expect(network.requests).toEqual([]);
  });

  it('accepts a weak password that meets the rule, with a hint', async () => {
    const recorder = recordBodies(json(sessionAnswer(), 201));
    const { user } = await render({ [path]: recorder.reply });
    await fillIn(user, { Password: 'password1', 'Confirm password': 'password1' });
    expect(
      await screen.findByText('It holds one of the most used passwords.', { exact: false }),
    ).toBeVisible();
    await user.click(button());
    await waitFor(() => expect(recorder.bodies).toHaveLength(1));
  });

  it('creates the account and signs in: "Signing up...", the toast, then /login (SIGN-02, SIGN-03, ERR-07, AUTH-03, AUTH-04, CONF-24)', async () => {
    const slow = holdReply(json(sessionAnswer(), 201));
    const recorder = recordBodies(slow.reply);
    const { user, store, address, state } = await render({ [path]: recorder.reply }, { from: '/checkout' });
    await fillIn(user);
    await user.click(button());
    expect(button()).toHaveTextContent('Signing up...');
    expect(selectSession(store.getState())).toMatchObject({ signupLoading: true });
    await act(async () => slow.release());
    expect(await screen.findByText('Signup successful. Redirecting...')).toBeVisible();
    expect(recorder.bodies).toEqual([
      {
        fullName: 'Aarati Gurung',
        email: 'aarati@kinmel.example',
        number: '+977 980 555 0147',
        password: 'lamp-42-Trail',
      },
    ]);
    expect(selectSession(store.getState())).toMatchObject({ isAuthenticated: true, signupLoading: false });
    expect(localStorage.getItem('refreshToken')).toBe('refresh-token');
    expect(address()).toBe('/login');
    expect(state()).toEqual({ from: '/checkout' });
  });

  it.each([
    ['a message', problem(429, 'too-many-requests', 'Please wait.'), 'Please wait.'],
    ['an error without a text', json({}, 500), 'Signup failed'],
    ['no response', down, 'Signup error'],
  ])(
    'shows a failure on the page and as a toast when the server sends %s (ERR-03, ERR-05, CONF-41, SIL-43)',
    async (_what, reply, text) => {
      const { user, store, address } = await render({ [path]: reply });
      await fillIn(user);
      await user.click(button());
      expect(await screen.findAllByText(text)).toHaveLength(2);
      expect(selectSession(store.getState())).toMatchObject({ signupError: text, signupLoading: false });
      expect(address()).toBe('/signup');
      expect(field('Full name')).toHaveValue(validValues['Full name']);
      // Next to the button: on a phone the top of a long form is out of view.
      expect(screen.getByRole('alert').nextElementSibling).toBe(button());
    },
  );

  it('shows a taken email at its field, with the focus, and as a toast (SIL-43)', async () => {
    const text = 'An account with this email exists already.';
    const { user } = await render({ [path]: problem(409, 'email-taken', text) });
    await fillIn(user);
    await user.click(button());
    await waitFor(() => expect(field('Email')).toHaveFocus());
    expect(field('Email')).toHaveAccessibleDescription(text);
    expect(await screen.findAllByText(text)).toHaveLength(3);
  });
});
