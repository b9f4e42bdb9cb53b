import {
  down,
  holdReply,
  json,
  problem,
  recordBodies,
  renderPage,
  sessionAnswer,
} from '@kinmel/testing/page';
import { enterSession, leaveSession, selectSession } from '@kinmel/web-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import LoginPage from './login-page.tsx';

const path = 'POST /api/auth/login';
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /^Log(in|ging in\.\.\.)$/ });
const render = (answers = {}, state?: unknown) =>
  renderPage(<LoginPage />, { address: '/login', answers, state });

async function fillIn(
  user: Awaited<ReturnType<typeof render>>['user'],
  values = ['a@kinmel.example', 'Customer123'],
) {
  if (values[0]) await user.type(email(), values[0]);
  if (values[1]) await user.type(password(), values[1]);
}

beforeEach(() => localStorage.clear());

describe('the login page', () => {
  it('has an e-mail and a password field for password managers, and links to other pages (LOGIN-01, LOGIN-02, LOGIN-03, SIL-08)', async () => {
    await render();
    expect(email()).toHaveAttribute('type', 'email');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('type', 'password');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.getByRole('link', { name: 'Signup' })).toHaveAttribute('href', '/signup');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgetpassword');
  });

  it('passes the typed e-mail to the forgotten password page', async () => {
    const page = await render();
    await page.user.type(email(), 'a@kinmel.example');
    await page.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(page.address()).toBe('/forgetpassword');
    expect(page.state()).toEqual({ email: 'a@kinmel.example' });
  });

  it('shows errors at the fields without a request, each until its field is edited (LOGIN-07, LOGIN-09, LOGIN-11)', async () => {
    const { user, network } = await render();
    await user.click(button());
    expect(email()).toBeInvalid();
    expect(email()).toHaveAccessibleDescription('Email is required');
    await waitFor(() => expect(email()).toHaveFocus());
    expect(network.requests).toEqual([]);
    await user.type(email(), 'a');
    expect(email()).not.toHaveAttribute('aria-invalid');
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
    expect(password()).toHaveAccessibleDescription('Password is required');
  });

  it('signs in, showing "Logging in..." and then "Login successful", and stores the session (LOGIN-05, ERR-06, AUTH-01, AUTH-02, AUTH-33)', async () => {
    const slow = holdReply(json(sessionAnswer()));
    const recorder = recordBodies(slow.reply);
    const { user, store } = await render({ [path]: recorder.reply });
    await fillIn(user, [' a@kinmel.example ', ' Customer 123 ']);
    await user.click(button());
    expect(button()).toHaveTextContent('Logging in...');
    expect(button()).toHaveAttribute('aria-busy', 'true');
    expect(selectSession(store.getState())).toMatchObject({ loading: true, isAuthenticated: false });
    await user.click(button());
    await act(async () => slow.release());
    expect(await screen.findByText('Login successful')).toBeVisible();
    // A password is sent unchanged; an e-mail is trimmed.
    expect(recorder.bodies).toEqual([{ email: 'a@kinmel.example', password: ' Customer 123 ' }]);
    expect(selectSession(store.getState())).toMatchObject({ loading: false, isAuthenticated: true });
    expect(localStorage.getItem('token')).toBe('access-token');
    // Neither password nor token stays in the request cache.
    expect(JSON.stringify(store.getState().api)).not.toMatch(/Customer 123|access-token/);
  });

  it('waits for a logout in flight, whose response would clear the cookie of the login', async () => {
    const logout = holdReply(json({ success: true, message: 'Signed out' }));
    const logoutPath = 'POST /api/auth/logout';
    const { user, network, store } = await render({
      [logoutPath]: logout.reply,
      [path]: json(sessionAnswer()),
    });
    await act(async () => {
      await enterSession(sessionAnswer());
      await leaveSession();
    });
    await fillIn(user);
    await user.click(button());
    expect(button()).toHaveTextContent('Logging in...');
    expect(network.requests).toEqual([logoutPath]);
    await act(async () => logout.release());
    expect(await screen.findByText('Login successful')).toBeVisible();
    expect(network.requests).toEqual([logoutPath, path]);
    expect(selectSession(store.getState()).isAuthenticated).toBe(true);
  });

  it.each([
    ['a message', problem(401, 'wrong-credentials', 'Wrong password'), 'Wrong password'],
    ['an error text', json({ error: 'Too many tries.' }, 429), 'Too many tries.'],
    ['an error without a text', json({}, 500), 'Login failed'],
    ['no session', json({ success: true, message: 'ok' }), 'Login failed'],
    ['no response', down, 'Login error'],
  ])(
    'shows a failure on the page and as a toast when the server sends %s (LOGIN-06, ERR-01, ERR-02, ERR-05, AUTH-34, CONF-41)',
    async (_what, reply, text) => {
      const { user, store } = await render({ [path]: reply });
      await fillIn(user);
      await user.click(button());
      expect(await screen.findAllByText(text)).toHaveLength(2);
      // Visible twice, announced once.
      expect(screen.getByRole('alert')).toHaveTextContent(text);
      const state = { error: text, loading: false, isAuthenticated: false };
      expect(selectSession(store.getState())).toMatchObject(state);
      expect(button()).toHaveTextContent('Login');
      expect(localStorage.getItem('token')).toBeNull();
    },
  );

  it('clears the error on the next visit', async () => {
    const pages = (
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    );
    const answers = { [path]: problem(401, 'wrong-credentials', 'No.') };
    const { user, go } = await renderPage(pages, { address: '/login', answers });
    await fillIn(user);
    await user.click(button());
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('alert')).toHaveTextContent('No.');
    await go('/');
    await go('/login');
    expect(main.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows and hides the password, accepts a pasted one, and works by keyboard', async () => {
    const { user, network } = await render({ [path]: json(sessionAnswer()) });
    await user.tab();
    expect(email()).toHaveFocus();
    await user.paste('a@kinmel.example');
    await user.tab();
    await user.paste('Customer123');
    expect(password()).toHaveValue('Customer123');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await user.keyboard(' ');
    expect(password()).toHaveAttribute('type', 'text');
    expect(screen.getByRole('button', { name: 'Hide password' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(password()).toHaveAttribute('type', 'password');
    expect(network.requests).toEqual([]);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveFocus();
    await user.tab();
    expect(button()).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(network.count(path)).toBe(1));
  });

  it.each([
    ['signs in', undefined, 'Login successful'],
    ['shows that none was used', 'NotAllowedError', 'No passkey was used. Please try again.'],
  ])('with a passkey instead of e-mail and password %s (AUTH-W2)', async (_what, failure, text) => {
    const buffer = new ArrayBuffer(3);
    const credential = {
      id: 'AAAA',
      rawId: buffer,
      type: 'public-key',
      response: { authenticatorData: buffer, clientDataJSON: buffer, signature: buffer, userHandle: buffer },
      getClientExtensionResults: () => ({}),
    };
    const get = failure
      ? () => Promise.reject(Object.assign(new Error('no'), { name: failure }))
      : () => Promise.resolve(credential);
    Object.assign(globalThis, { PublicKeyCredential: class {} });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    const { user, store } = await render({
      [`${path}/passkey/options`]: { success: true, data: { challenge: 'AAAA' } },
      [`${path}/passkey`]: json(sessionAnswer()),
    });
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    expect(selectSession(store.getState()).isAuthenticated).toBe(failure === undefined);
  });

  it('signs in with a recovery code and the typed e-mail (AUTH-W5)', async () => {
    const recorder = recordBodies(json(sessionAnswer()));
    const { user } = await render({ [`${path}/recovery-code`]: recorder.reply });
    await user.type(email(), 'a@kinmel.example');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), '7K3M-0QX2');
    await user.click(screen.getByRole('button', { name: 'Login with code' }));
    expect(await screen.findByText('Login successful')).toBeVisible();
    expect(recorder.bodies).toEqual([{ email: 'a@kinmel.example', code: '7K3M-0QX2' }]);
  });

  it('keeps the return URL for a signup (SIL-10)', async () => {
    const { user, state, address } = await render({}, { from: '/checkout' });
    expect(screen.getByText('Welcome back. Sign in to go on.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Signup' }));
    expect(address()).toBe('/signup');
    expect(state()).toEqual({ from: '/checkout' });
  });
});
