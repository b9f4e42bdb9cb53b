import { aUser, hydratePage, storeSignedInUser } from '@kinmel/testing/hydration';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation, useSearchParams } from 'react-router-dom';
import { SignedInLinks } from './frame/account/account-links.tsx';
import { Elsewhere } from './pages/page-routes.tsx';
import { ShopApp } from './shop-app.tsx';

const pages = {
  '/': () => <h1>Phones worth keeping.</h1>,
  '/search-results': () => {
    const { search } = useLocation();
    const [address, setAddress] = useSearchParams();
    return (
      <>
        <h1>Search results</h1>
        <p>{`reads ${search}`}</p>
        <button type="button" onClick={() => setAddress({ q: `${address.get('q')} 9` })}>
          More
        </button>
      </>
    );
  },
  '/login': () => <h1>Welcome back</h1>,
  '/profile': () => <h1>Your profile</h1>,
};

const hydrate = (address: string, fillStorage?: () => void, renderedAt = address) =>
  hydratePage({
    remote: 'mfe-account',
    module: { contract: 1, pages },
    address,
    renderedAt,
    shop: ShopApp,
    declared: {
      '/search-results': { parameters: ['q'] },
      '/login': { visitorsOnly: true },
      '/profile': { title: 'Profile', requiresSignIn: true },
    },
    widgets: {
      'mfe-catalog/wishlist-badge': () => null,
      'mfe-cart-checkout/cart-badge': () => null,
      'mfe-account/account-menu': () => <a href="/profile">Aarati</a>,
    },
    ...(fillStorage && { fillStorage }),
  });

// Chunks that the start-up loads before hydration.
beforeAll(() => Promise.all([SignedInLinks.preload(), Elsewhere.preload()]));
// A redirect scrolls to the top, which jsdom does not support.
beforeEach(() => jest.spyOn(window, 'scrollTo').mockImplementation(() => {}));

const people = [
  ['a visitor', undefined],
  ['a customer', () => storeSignedInUser()],
  ['an admin', () => storeSignedInUser(aUser({ role: 'admin' }))],
] as const;

describe('the server-rendered frame', () => {
  it.each(
    ['/', '/search-results?q=pixel', '/profile', '/login', '/no-such-page'].flatMap((address) =>
      people.map(([who, fill]) => [address, who, fill] as const),
    ),
  )('hydrates without mismatch at %s for %s', async (address, _who, fill) => {
    const { problems } = await hydrate(address, fill);
    expect(problems).toEqual([]);
  });

  it('renders a page that reads only its declared parameters of the URL', async () => {
    const address = '/search-results?gad_source=1&q=pixel&ref=x';
    const { container, problems } = await hydrate(address, undefined, '/search-results?q=pixel');
    expect(problems).toEqual([]);
    expect(container).toHaveTextContent('reads ?q=pixel');
    expect(window.location.search).toBe('?gad_source=1&q=pixel&ref=x');
    await act(() => userEvent.click(screen.getByRole('button', { name: 'More' })));
    expect(container).toHaveTextContent('reads ?q=pixel+9');
  });

  it('hydrates in parts: the header first, page and footer in separate steps', async () => {
    const { html } = await hydrate('/');
    expect(html).toContain('Skip to content</a><header');
    expect(html).toMatch(/<main[^>]*><!--\$--><h1/);
    expect(html).toContain('<!--$--><footer');
  });

  it('shows Login to everyone at first, and Logout to a user after hydration', async () => {
    const page = await hydrate('/', () => storeSignedInUser());
    expect(page.html).toContain('Login');
    expect(page.container).toHaveTextContent('Logout');
    expect(page.container).not.toHaveTextContent('Login');
  });

  it('shows the heading of a protected page, and the page once the user is known (ROUTE-22)', async () => {
    const page = await hydrate('/profile', () => storeSignedInUser());
    expect(page.html).toContain('Profile</h1>');
    expect(page.html).not.toContain('Your profile');
    expect(page.container).toHaveTextContent('Your profile');
    await hydrate('/profile');
    expect(window.location.pathname).toBe('/login');
  });
});
