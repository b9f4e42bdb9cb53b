import { aUser, json, renderPage, sessionAnswer } from '@kinmel/testing/page';
import { act, screen, waitFor } from '@testing-library/react';
import LoginPage from '../features/login/login-page.tsx';
import AccountMenu from '../widgets/account-menu.tsx';
import { lastSignIn } from './last-sign-in.ts';

const list = '/api/auth/passkeys';
const passkeyList = (...passkeys: object[]) => ({ success: true, data: { passkeys, recoveryCodesLeft: 0 } });
const text = /^Next time, sign in without a password/;
const isAvailable = jest.fn();

// The first import of the chunk may take longer than a test waits for a text.
beforeAll(() => import('./passkey-offer.tsx'));

beforeEach(() => {
  localStorage.clear();
  lastSignIn.isWithPassword = false;
  isAvailable.mockReset().mockResolvedValue(true);
  Object.assign(globalThis, {
    PublicKeyCredential: { isUserVerifyingPlatformAuthenticatorAvailable: isAvailable },
  });
});
afterEach(() => jest.restoreAllMocks());

async function signIn({ answers = {}, account = aUser() } = {}) {
  const page = await renderPage(
    <>
      <AccountMenu onLogout={() => {}} />
      <LoginPage />
    </>,
    {
      address: '/login',
      answers: {
        'POST /api/auth/login': json({ ...sessionAnswer(), user: account }),
        [list]: passkeyList(),
        ...answers,
      },
    },
  );
  await page.user.type(screen.getByLabelText('Email'), 'a@kinmel.example');
  await page.user.type(screen.getByLabelText('Password'), 'Customer123');
  await page.user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('button', { name: 'Account menu' });
  return page;
}

const laterBy = (days: number) => {
  const now = Date.now() + days * 86_400_000;
  jest.spyOn(Date, 'now').mockReturnValue(now);
};

describe('the offer of a passkey after a sign-in with the password (AUTH-W1)', () => {
  it('is announced without taking the focus, and leads to the passkeys of the profile', async () => {
    const { user, address } = await signIn();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(text).closest('[role=status]')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Login' })).toHaveFocus();
    // The status is hidden from screen readers until they have registered its live region.
    await user.click(await screen.findByRole('link', { name: 'Add a passkey' }));
    expect(address()).toBe('/profile');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('is reached by keyboard, and is hidden on this device for 90 days after "Not now"', async () => {
    const first = await signIn();
    const notNow = await screen.findByRole('button', { name: 'Not now' });
    screen.getByRole('button', { name: 'Account menu' }).focus();
    await first.user.tab();
    await first.user.tab();
    expect(notNow).toHaveFocus();
    await first.user.keyboard('{Enter}');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveFocus();
    first.unmount();

    laterBy(89);
    const second = await signIn();
    await act(async () => {});
    expect(second.network.count(list)).toBe(0);
    second.unmount();

    laterBy(2);
    await signIn();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('is hidden while the account menu is open', async () => {
    const { user } = await signIn();
    const offer = await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(offer).not.toBeVisible();
  });

  it('is not made to an account that has one', async () => {
    const { network } = await signIn({ answers: { [list]: passkeyList({ id: '1', name: 'My phone' }) } });
    await waitFor(() => expect(network.count(list)).toBeGreaterThan(0));
    await act(async () => {});
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it.each([
    ['when this device cannot store one', () => isAvailable.mockResolvedValue(false)],
    [
      'when the browser does not support passkeys',
      () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'),
    ],
  ])('is not made %s', async (_where, prepare) => {
    prepare();
    const { network } = await signIn();
    await act(async () => {});
    expect(network.count(list)).toBe(0);
  });

  it('is not made to staff, nor after a sign-in with a recovery code', async () => {
    const staff = await signIn({ account: aUser({ role: 'admin' }) });
    expect(isAvailable).not.toHaveBeenCalled();
    staff.unmount();
    lastSignIn.isWithPassword = false;
    const { user } = await renderPage(
      <>
        <AccountMenu onLogout={() => {}} />
        <LoginPage />
      </>,
      { answers: { 'POST /api/auth/login/recovery-code': json(sessionAnswer()) } },
    );
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Email'), 'a@kinmel.example');
    await user.type(screen.getByLabelText('Recovery code'), '7K3M-0QX2');
    await user.click(screen.getByRole('button', { name: 'Login with code' }));
    await screen.findByRole('button', { name: 'Account menu' });
    expect(isAvailable).not.toHaveBeenCalled();
  });
});
