import { aUser, renderPage } from '@kinmel/testing/page';
import { fireEvent, screen, within } from '@testing-library/react';
import AccountMenu from './account-menu.tsx';
import SignInPrompt from './sign-in-prompt.tsx';

beforeEach(() => localStorage.clear());

describe('the account menu', () => {
  const onLogout = jest.fn();
  const menu = (user = aUser()) =>
    renderPage(
      <>
        <AccountMenu onLogout={onLogout} />
        <button type="button">elsewhere</button>
      </>,
      { user },
    );
  const arrow = () => screen.getByRole('button', { name: 'Account menu' });
  const rows = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  beforeEach(() => onLogout.mockReset());

  it('renders nothing for a visitor', async () => {
    await renderPage(<AccountMenu onLogout={onLogout} />);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('links to the profile, and opens name, Profile, My Orders and Logout only (NAV-05, NAV-06, NAV-18, NAV-19, NAV-24)', async () => {
    const { user } = await menu();
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('Aarati Gurung')).not.toBeVisible();
    await user.click(arrow());
    expect(arrow()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Aarati Gurung')).toBeVisible();
    expect(rows()).toEqual(['Profile', 'My Orders', 'Logout']);
    expect(screen.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(onLogout).toHaveBeenCalledTimes(1);
    expect(arrow()).toHaveFocus();
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
  });

  it.each([
    ['the role admin (ROLE-08)', aUser({ role: 'admin' })],
    ['the flag isAdmin (AGATE-14)', { ...aUser(), isAdmin: true }],
  ])('shows the Admin Dashboard to a user with %s (NAV-23)', async (_, person) => {
    const { user } = await menu(person);
    await user.click(arrow());
    expect(screen.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin/dashboard');
  });

  it('closes by Escape with the focus on its arrow, by a press outside, by leaving it, and by a navigation', async () => {
    const { user, address } = await menu();
    await user.click(arrow());
    await user.tab();
    await user.keyboard('{Escape}');
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
    expect(arrow()).toHaveFocus();
    await user.click(arrow());
    // The main region is not focusable.
    await user.click(screen.getByRole('main'));
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
    await user.click(arrow());
    for (const _row of ['Profile', 'My Orders', 'Logout']) {
      await user.tab();
      expect(arrow()).toHaveAttribute('aria-expanded', 'true');
    }
    await user.tab();
    expect(screen.getByRole('button', { name: 'elsewhere' })).toHaveFocus();
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
    await user.click(arrow());
    await user.click(screen.getByRole('link', { name: 'My Orders' }));
    expect(address()).toBe('/orders');
    expect(arrow()).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows the picture in its small size, and the initials when it is missing or broken', async () => {
    const { unmount } = await menu();
    expect(screen.getByText('AG')).toBeVisible();
    unmount();
    await menu(aUser({ profileImage: '/uploads/avatars/a1/256.webp' }));
    const picture = document.querySelector('img');
    expect(picture).toHaveAttribute('src', '/uploads/avatars/a1/64.webp');
    if (picture) fireEvent.error(picture);
    expect(screen.getByText('AG')).toBeVisible();
  });
});

describe('the sign-in prompt', () => {
  it('links to login and signup, and returns to its page (SIL-10)', async () => {
    const { user, address, state } = await renderPage(<SignInPrompt text="Sign in to see your orders." />, {
      address: '/orders?page=2',
    });
    expect(screen.getByText('Sign in to see your orders.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Signup' })).toHaveAttribute('href', '/signup');
    await user.click(screen.getByRole('link', { name: 'Login' }));
    expect(address()).toBe('/login');
    expect(state()).toEqual({ from: '/orders?page=2' });
  });

  it('renders nothing for a signed-in user', async () => {
    await renderPage(<SignInPrompt text="Sign in." />, { user: aUser() });
    expect(screen.queryByText('Sign in.')).not.toBeInTheDocument();
  });
});
