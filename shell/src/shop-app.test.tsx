import type { Registry } from '@kinmel/contracts';
import { aPolicy } from '@kinmel/testing/page';
import { aRegistry } from '@kinmel/testing/samples';
import { enterSession, injectEndpoints, type SessionUser } from '@kinmel/web-kit';
import {
  createAppStore,
  currentToasts,
  dismissToast,
  setRemoteHost,
  startSession,
} from '@kinmel/web-kit/host';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation, useParams } from 'react-router-dom';
import { ShopApp } from './shop-app.tsx';

const broken = () => {
  throw new Error('bug');
};

const catalogPages: Record<string, ComponentType> = {
  '/': () => (
    <>
      <h1>Phones worth keeping.</h1>
      <section id="services" aria-label="Our services" />
    </>
  ),
  '/categories': () => <h1>All categories</h1>,
  '/search-results': () => <h1>Search results</h1>,
  '/guides/:topic': function Guide() {
    return <h1>Guide to {useParams()['topic']}</h1>;
  },
  '/laptops': broken,
  '/own-frame': broken,
};

type Links = Registry['remotes'][string]['pages'][number]['links'];
const aPage = (path: string, title: string, ...links: NonNullable<Links>) => ({ path, title, links });

const registry = aRegistry({
  'mfe-catalog': {
    pages: [
      aPage('/', '', { place: 'menu', label: 'Home', position: 10 }),
      aPage('/categories', 'categories', { place: 'menu', label: 'Categories', position: 20 }),
      aPage('/search-results', 'search-results', { place: 'information', label: 'About', position: 10 }),
      aPage('/guides/:topic', 'guides'),
      { ...aPage('/own-frame', 'own-frame'), ownFrame: true },
      aPage('/laptops', 'laptops', { place: 'footer-shop', label: 'Laptops to go', position: 30 }),
    ],
    widgets: ['wishlist-badge', 'search-suggestions'],
  },
  'mfe-cart-checkout': { widgets: ['cart-badge'] },
  'mfe-account': {
    pages: [
      { ...aPage('/login', 'Login'), visitorsOnly: true },
      { ...aPage('/signup', 'Signup'), visitorsOnly: true },
      {
        ...aPage('/profile', 'Profile', { place: 'footer-account', label: 'Profile', position: 10 }),
        requiresSignIn: true,
      },
      {
        ...aPage(
          '/orders',
          'Your Orders',
          { place: 'personal', label: 'Orders', position: 10 },
          { place: 'footer-account', label: 'Orders', position: 20 },
        ),
        requiresSignIn: true,
      },
    ],
    widgets: ['account-menu'],
  },
});

const accountPages: Record<string, ComponentType> = {
  '/login': () => <h1>Login</h1>,
  '/signup': () => <h1>Signup</h1>,
  '/profile': () => <h1>My profile</h1>,
  '/orders': () => <h1>My orders</h1>,
};

const modules: Record<string, unknown> = {
  'mfe-catalog/remote': { remote: { contract: 1, pages: catalogPages } },
  'mfe-catalog/wishlist-badge': { default: () => <span>3 products</span> },
  'mfe-catalog/search-suggestions': {
    default: ({ query, onChoose }: { query: string; onChoose: (to: string) => void }) => (
      <button type="button" onClick={() => onChoose('/categories')}>
        {`suggestion for ${query}`}
      </button>
    ),
  },
  'mfe-cart-checkout/cart-badge': { default: () => <span>2 items</span> },
  'mfe-account/remote': { remote: { contract: 1, pages: accountPages } },
};

// React reads a form that starts a navigation into a FormData; Node's does not accept jsdom's forms.
const NodeFormData = globalThis.FormData;
globalThis.FormData = class extends NodeFormData {
  constructor() {
    super();
  }
};

let current: ReturnType<typeof useLocation>;
function CurrentLocation() {
  const location = useLocation();
  useLayoutEffect(() => {
    current = location;
  });
  return null;
}

type IntersectionListener = (entries: Partial<IntersectionObserverEntry>[]) => void;
let observedElements: { element: Element; listener: IntersectionListener }[] = [];
const scrollIntoView = jest.fn();
let isWide = true;

let stopSession = () => {};
const logouts = jest.fn();
const platformFetch = globalThis.fetch;

beforeEach(() => {
  localStorage.clear();
  logouts.mockReset();
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? init.body : 'null';
    logouts(new URL(address).pathname, JSON.parse(body));
    return Promise.resolve(Response.json({ success: true }));
  };
  observedElements = [];
  isWide = true;
  globalThis.IntersectionObserver = class {
    readonly #listener: IntersectionListener;
    constructor(listener: IntersectionListener) {
      this.#listener = listener;
    }
    observe(element: Element) {
      observedElements.push({ element, listener: this.#listener });
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  window.matchMedia = ((query: string) => ({
    media: query,
    get matches() {
      return !isWide && query.includes('max-width');
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
  window.scrollTo = jest.fn() as unknown as typeof window.scrollTo;
  scrollIntoView.mockReset();
  Element.prototype.scrollIntoView = scrollIntoView;
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  stopSession();
  stopSession = () => {};
  for (const { id } of currentToasts()) dismissToast(id);
  globalThis.fetch = platformFetch;
  jest.restoreAllMocks();
  setRemoteHost(undefined);
});

async function open(
  address: string,
  { load = modules, state }: { load?: Record<string, unknown>; state?: unknown } = {},
) {
  setRemoteHost({
    registry,
    load: (remote, module) => {
      const loaded = load[`${remote}/${module}`];
      return loaded ? Promise.resolve(loaded) : Promise.reject(new Error('down'));
    },
  });
  const store = createAppStore();
  stopSession();
  stopSession = await startSession();
  const [pathname = '/', search = ''] = address.split('?');
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
        <ShopApp store={store} />
        <CurrentLocation />
      </MemoryRouter>,
    );
  });
  return { store, user: userEvent.setup() };
}

const click = (element: Element) => act(() => userEvent.click(element));
const linkTo = (scope: { getByRole: typeof screen.getByRole }, name: string) =>
  scope.getByRole('link', { name }).getAttribute('href');
const header = () => within(screen.getByRole('banner'));
const admin: SessionUser = { id: '1', name: 'Asha', email: 'asha@kinmel.example', role: 'admin' };
const customer: SessionUser = { ...admin, role: 'user' };
const signIn = (user: SessionUser) => act(async () => enterSession({ user, token: 't', refreshToken: 'r' }));
const storeSession = (user: SessionUser) => {
  localStorage.setItem('token', 't');
  localStorage.setItem('refreshToken', 'r');
  localStorage.setItem('loggedInUser', JSON.stringify(user));
};

const logout = async () => {
  await click(header().getByRole('button', { name: 'Logout' }));
  await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Logout' }));
};

describe('the header', () => {
  it('has a logo that links home, the search box, the counts in its links, and marks the current page (NAV-01 to NAV-04, NAV-08, NAV-16, NAV-17)', async () => {
    await open('/categories');
    expect(linkTo(header(), 'Kinmel')).toBe('/');
    expect(header().getByRole('searchbox', { name: 'Search products' })).toBeVisible();
    expect(linkTo(header(), 'Wishlist 3 products')).toBe('/wishlist');
    expect(linkTo(header(), 'Cart 2 items')).toBe('/cart');
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(navigation.getByRole('link', { current: 'page' })).toHaveTextContent('Categories');
  });

  it('keeps both links when the badges do not load', async () => {
    await open('/', { load: { 'mfe-catalog/remote': modules['mfe-catalog/remote'] } });
    expect(header().getByRole('link', { name: 'Wishlist' })).toBeVisible();
    expect(header().getByRole('link', { name: 'Cart' })).toBeVisible();
  });

  it('and footer have the links of deployed remotes, in order (NAV-08 to NAV-15, NAV-19)', async () => {
    await open('/');
    const links = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(links('Main')).toEqual([
      'Home /',
      'Categories /categories',
      'About /search-results',
      'Orders /orders',
    ]);
    expect(links('Shop')).toEqual(['Laptops to go /laptops']);
    // No deployed remote has pages of services.
    expect(screen.queryByRole('navigation', { name: 'Services' })).not.toBeInTheDocument();
  });

  it('shows Login and Signup to a visitor, and neither profile nor Logout (NAV-05, NAV-06, NAV-07)', async () => {
    await open('/');
    expect(linkTo(header(), 'Login')).toBe('/login');
    expect(linkTo(header(), 'Signup')).toBe('/signup');
    expect(header().queryByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
    expect(header().queryByRole('link', { name: 'Profile' })).not.toBeInTheDocument();
  });

  it('shows the Admin Dashboard only to a user with the role admin or the flag isAdmin (NAV-23, NAV-24, AGATE-14)', async () => {
    await open('/');
    const dashboard = () => header().queryByRole('link', { name: 'Admin Dashboard' })?.getAttribute('href');
    expect(dashboard()).toBeUndefined();
    for (const [user, address] of [
      [customer, undefined],
      [admin, '/admin/dashboard'],
      [{ ...customer, isAdmin: true }, '/admin/dashboard'],
    ] as const) {
      await signIn(user);
      expect(dashboard()).toBe(address);
    }
  });

  it('asks before it logs out, and then opens /login (NAV-05, NAV-06, NAV-18, NAV-27, NAV-28, NAV-29)', async () => {
    storeSession(customer);
    localStorage.setItem('cartItems', '[1]');
    const { store } = await open('/profile');
    expect(linkTo(header(), 'Profile')).toBe('/profile');
    expect(header().queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    await click(header().getByRole('button', { name: 'Logout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Logout' }));
    const question =
      'Are you sure you want to logout? You will need to sign in again to access your account.';
    expect(dialog.getByText(question)).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(store.getState().session.user).not.toBeNull();
    await logout();
    expect(store.getState().session.user).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    // Visitors have a cart too.
    expect(localStorage.getItem('cartItems')).toBe('[1]');
    expect(logouts).toHaveBeenCalledWith('/api/auth/logout', { refreshToken: 'r' });
    // A protected page is not returned to after a deliberate logout.
    expect([current.pathname, current.state]).toEqual(['/login', null]);
    await signIn(customer);
    expect(current.pathname).toBe('/');
  });

  it('replaces the plain profile link by the menu of mfe-account', async () => {
    storeSession(customer);
    const load = {
      ...modules,
      'mfe-account/account-menu': {
        default: ({ onLogout }: { onLogout: () => void }) => (
          <button type="button" onClick={onLogout}>
            Leave
          </button>
        ),
      },
    };
    await open('/categories', { load });
    expect(header().queryByRole('link', { name: 'Profile' })).not.toBeInTheDocument();
    await click(header().getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('dialog', { name: 'Logout' })).toBeVisible();
  });
});

describe('protected pages', () => {
  it.each([
    ['/profile', 'ROUTE-24'],
    ['/orders?page=2', 'ROUTE-22'],
  ])('redirect a visitor of %s to /login, and back after signing in (%s, SIL-10)', async (address) => {
    await open(address);
    expect(current.pathname).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    await signIn(customer);
    expect(`${current.pathname}${current.search}`).toBe(address);
    expect(screen.getByRole('heading', { level: 1, name: /My/ })).toBeVisible();
  });

  it.each([
    ['/login', 'ROUTE-25'],
    ['/signup', 'ROUTE-26'],
  ])('redirect a signed-in user from %s home (%s, LOGIN-04, CONF-24)', async (address) => {
    storeSession(customer);
    await open(address);
    expect(current.pathname).toBe('/');
  });

  it('are shown to a signed-in user from the first render on, and closed when another tab logs out (AUTH-09)', async () => {
    storeSession(customer);
    await open('/profile');
    expect(screen.getByRole('heading', { name: 'My profile' })).toBeVisible();
    localStorage.clear();
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null })));
    expect(current.pathname).toBe('/login');
    expect(linkTo(header(), 'Login')).toBe('/login');
  });
});

it('/login opens when a request is finally refused, and returns after signing in (AUTH-28, CONF-19)', async () => {
  storeSession(customer);
  const { store } = await open('/search-results?q=pixel');
  globalThis.fetch = () =>
    Promise.resolve(Response.json({ success: false, message: 'No.', code: 'signed-out' }, { status: 401 }));
  const userApi = injectEndpoints((build) => ({
    mine: build.query<unknown, void>({ query: () => '/api/mine' }),
  }));
  await act(async () => {
    await store.dispatch(userApi.endpoints.mine.initiate());
  });
  expect(current.pathname).toBe('/login');
  expect(screen.getByText('Token refresh failed')).toBeVisible();
  await signIn(customer);
  expect(`${current.pathname}${current.search}`).toBe('/search-results?q=pixel');
});

describe('the Services button', () => {
  it.each([
    ['/', null],
    ['/categories', { scrollToServices: true }],
  ])('on %s scrolls to the services of the home page (NAV-20, NAV-21)', async (address, state) => {
    await open(address);
    await click(header().getByRole('button', { name: 'Services' }));
    expect([current.pathname, current.state]).toEqual(['/', state]);
    expect(scrollIntoView.mock.contexts).toContain(document.getElementById('services'));
  });

  it('is highlighted only while the whole section is in view (NAV-22)', async () => {
    await open('/');
    const button = header().getByRole('button', { name: 'Services' });
    const scrollServices = (shown: number, height = 400) => {
      const entry = {
        isIntersecting: true,
        intersectionRect: { height: shown } as DOMRect,
        boundingClientRect: { height } as DOMRect,
        rootBounds: { height: 800 } as DOMRect,
      };
      act(() => {
        for (const { listener } of observedElements) listener([entry]);
      });
      return button.getAttribute('aria-current');
    };
    expect(observedElements.map(({ element }) => element)).toContain(document.getElementById('services'));
    expect([
      scrollServices(397),
      scrollServices(400),
      scrollServices(200),
      scrollServices(800, 1000),
    ]).toEqual([null, 'location', null, 'location']);
  });
});

describe('the search box', () => {
  const searchBox = () => header().getByRole('searchbox', { name: 'Search products' });

  it('opens the results with the query in state and URL (NAV-25, ROUTE-29, CONF-66)', async () => {
    const { user } = await open('/');
    await act(() => user.type(searchBox(), '  galaxy & co {enter}'));
    expect(current).toMatchObject({
      pathname: '/search-results',
      search: '?q=galaxy+%26+co',
      state: { query: 'galaxy & co' },
    });
  });

  it('refuses an empty query with an alert on the page (NAV-26, SIL-59)', async () => {
    const { user } = await open('/');
    await act(() => user.type(searchBox(), '   {enter}'));
    expect(header().getByRole('alert')).toHaveTextContent('Please enter a search term.');
    expect(searchBox()).toBeInvalid();
    expect(searchBox()).toHaveFocus();
    expect(current.pathname).toBe('/');
    await act(() => user.type(searchBox(), 'a'));
    expect(header().queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the query of a results page, from its state, otherwise from its URL (CONF-66)', async () => {
    await open('/search-results?q=pixel');
    expect(searchBox()).toHaveValue('pixel');
    cleanup();
    await open('/search-results?q=pixel', { state: { query: 'galaxy' } });
    expect(searchBox()).toHaveValue('galaxy');
  });

  it('loads suggestions when it is used, and opens their targets', async () => {
    const { user } = await open('/');
    expect(screen.queryByText(/suggestion for/)).not.toBeInTheDocument();
    await act(() => user.type(searchBox(), 'pix'));
    await click(screen.getByRole('button', { name: 'suggestion for pix' }));
    expect(current.pathname).toBe('/categories');
    expect(screen.queryByText(/suggestion for/)).not.toBeInTheDocument();
  });
});

describe('the mobile menu', () => {
  const openMenu = async () => {
    isWide = false;
    await open('/');
    await click(header().getByRole('button', { name: 'Menu' }));
    return within(await screen.findByRole('dialog', { name: 'Menu' }));
  };

  it('has every link, the counts, and Login and Signup at its foot', async () => {
    const menu = await openMenu();
    const names = menu.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.join(', ')).toBe(
      'Home, Categories, About, Wishlist3 products, Cart2 items, Orders, Login, Signup',
    );
    expect(menu.getByRole('button', { name: 'Services' })).toBeVisible();
  });

  it('closes after a navigation, and when the window becomes wider than a phone (NAV-30)', async () => {
    const menu = await openMenu();
    await click(menu.getByRole('link', { name: 'Categories' }));
    expect(current.pathname).toBe('/categories');
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
    await click(header().getByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    // Styles hide the menu's button in wider windows; jsdom lays nothing out, so that the button has no box.
    await act(async () => window.dispatchEvent(new Event('resize')));
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  });
});

describe('the footer', () => {
  /** Brings the footer into view. */
  const seeFooter = () =>
    act(async () => {
      const contact = observedElements.findLast(({ element }) => element.closest('footer'));
      contact?.listener([{ isIntersecting: true }]);
    });

  it('is on every page and shows the contact once in view (NAV-31, INFO-02, INFO-03, INFO-04)', async () => {
    await open('/nowhere');
    const onPolicyRequest = jest.fn();
    globalThis.fetch = async (input) => {
      onPolicyRequest(new URL((input as Request).url).pathname);
      return Response.json({ success: true, data: aPolicy() });
    };
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.queryByText('Office hours: Mon-Fri 8am to 5pm')).not.toBeInTheDocument();
    await seeFooter();
    expect(await footer.findByText('Office hours: Mon-Fri 8am to 5pm')).toBeVisible();
    expect(onPolicyRequest.mock.calls).toEqual([['/api/policy']]);
    for (const [name, address] of [
      ['hello@kinmel.example', 'mailto:hello@kinmel.example'],
      ['+977 1 555 0142', 'tel:+97715550142'],
      ['Profile', '/profile'],
      ['Orders', '/orders'],
    ] as const)
      expect(linkTo(footer, name)).toBe(address);
  });

  it('links to the contact page when the contact cannot be loaded', async () => {
    await open('/nowhere');
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await seeFooter();
    const footer = within(screen.getByRole('contentinfo'));
    expect(linkTo(footer, 'Contact us')).toBe('/contact');
    expect(footer.queryByText('undefined')).not.toBeInTheDocument();
  });
});

describe('a page', () => {
  it.each([
    ['/repair', 'Repair services'],
    ['/booking', 'Phone Repair Booking'],
    ['/newphonebooking', 'New phone booking'],
    ['/specialoffers', 'Special Offers'],
    ['/cart', 'Your Shopping Cart'],
    ['/checkout', 'Checkout'],
  ])('whose remote is not deployed shows this inside the frame: %s %s', async (path, title) => {
    await open(path);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getByText('This part of the page is not available right now.')).toBeVisible();
    expect(main.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(linkTo(main, 'Home')).toBe('/');
  });

  it('gets the parameters of its path, and keeps its own title when it does not load', async () => {
    await open('/guides/batteries');
    expect(await screen.findByRole('heading', { level: 1, name: 'Guide to batteries' })).toBeVisible();
    cleanup();
    await open('/', { load: {} });
    expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });

  it('that does not exist is "not found", with a link home (SIL-63)', async () => {
    await open('/no/such/page');
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(linkTo(within(screen.getByRole('main')), 'Home')).toBe('/');
    await waitFor(() => expect(document.title).toBe('Page not found | Kinmel'));
  });

  it.each(['/laptops', '/own-frame'])(
    'whose code throws shows "Unexpected Application Error!" with a reload button, inside the frame (ERR-44, SIL-64): %s',
    async (address) => {
      await open(address);
      expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
      expect(screen.getByRole('banner')).toBeVisible();
    },
  );

  it('takes the focus to its heading and is announced, except the first', async () => {
    await open('/');
    expect(document.body).toHaveFocus();
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    await click(navigation.getByRole('link', { name: 'Categories' }));
    expect(screen.getByRole('heading', { name: 'All categories' })).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('categories | Kinmel'));
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' });
  });

  it('is reached first by "Skip to content"', async () => {
    const { user } = await open('/');
    await act(() => user.tab());
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
  });
});
