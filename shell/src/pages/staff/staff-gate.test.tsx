import { aRegistry } from '@kinmel/testing/samples';
import { enterSession, leaveSession, type SessionUser } from '@kinmel/web-kit';
import {
  createAppStore,
  currentToasts,
  dismissToast,
  remoteHost,
  setRemoteHost,
  startSession,
} from '@kinmel/web-kit/host';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ShopApp } from '../../shop-app.tsx';
import { staffPageOf } from './staff-pages.rules.ts';

jest.mock('@module-federation/enhanced/runtime', () => ({ registerRemotes: jest.fn() }));

const shop = aRegistry({
  'mfe-catalog': { pages: [{ path: '/', title: '' }] },
  'mfe-account': { pages: [{ path: '/login', title: 'Login', visitorsOnly: true }] },
});
const shopWithBackOffice = aRegistry({
  ...shop.remotes,
  'mfe-admin': {
    requiredRole: 'admin',
    pages: [
      { path: '/admin/dashboard', title: 'Admin Dashboard', ownFrame: true },
      { path: '/products', title: 'Manage Products', ownFrame: true },
      { path: '/edit-product/:id', title: 'Edit Product', ownFrame: true },
    ],
  },
});
const pagesOf = (pages: Record<string, ComponentType>) => ({ remote: { contract: 1, pages } });
const modules: Record<string, unknown> = {
  'mfe-catalog/remote': pagesOf({ '/': () => <h1>Phones worth keeping.</h1> }),
  'mfe-account/remote': pagesOf({ '/login': () => <h1>Login</h1> }),
  'mfe-admin/remote': pagesOf({
    '/admin/dashboard': () => <h1>The dashboard</h1>,
    '/products': () => <h1>The products</h1>,
    '/edit-product/:id': () => <h1>The product</h1>,
  }),
};

const admin: SessionUser = { id: '1', name: 'Asha', email: 'asha@kinmel.example', role: 'admin' };
const customer: SessionUser = { ...admin, role: 'user' };

let place: ReturnType<typeof useLocation>;
function Place() {
  const location = useLocation();
  useLayoutEffect(() => {
    place = location;
  });
  return null;
}

const platformFetch = globalThis.fetch;
let stopSession = () => {};
let requests: string[] = [];
/** The server's view of the visitor; the registry lists the back office for an admin only. */
let server: { takesAdmin: boolean; renews: boolean; isDown: boolean; isAuthDown: boolean };

beforeEach(() => {
  localStorage.clear();
  requests = [];
  server = { takesAdmin: false, renews: false, isDown: false, isAuthDown: false };
  window.scrollTo = jest.fn() as unknown as typeof window.scrollTo;
  window.matchMedia = ((media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
  globalThis.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  jest.spyOn(console, 'error').mockImplementation(() => {});
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    requests.push(pathname);
    if (server.isDown) throw new TypeError('Failed to fetch');
    if (pathname === '/remotes/registry.json') {
      return Response.json(server.takesAdmin ? shopWithBackOffice : shop);
    }
    if (pathname !== '/api/refresh-token') return Response.json({ success: true });
    if (server.isAuthDown) return Response.json({ success: false, message: 'Unavailable' }, { status: 503 });
    if (server.renews) server.takesAdmin = true;
    return Response.json({ success: true, token: 't2', refreshToken: 'r2', user: admin });
  };
});
afterEach(() => {
  stopSession();
  for (const { id } of currentToasts()) dismissToast(id);
  globalThis.fetch = platformFetch;
  jest.restoreAllMocks();
  setRemoteHost(undefined);
});

interface Visit {
  user?: SessionUser;
  isNamed?: boolean;
}

async function open(address: string, { user, isNamed = false }: Visit = {}) {
  if (user) {
    localStorage.setItem('token', 't');
    localStorage.setItem('refreshToken', 'r');
    localStorage.setItem('loggedInUser', JSON.stringify(user));
  }
  setRemoteHost({
    registry: isNamed ? shopWithBackOffice : shop,
    load: async (remote, module) => modules[`${remote}/${module}`],
  });
  const store = createAppStore();
  stopSession = await startSession();
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <ShopApp store={store} />
        <Place />
      </MemoryRouter>,
    );
  });
}

const toasts = () => currentToasts().map(({ text }) => text);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const namesOfRemotes = () => Object.keys(remoteHost()?.registry.remotes ?? {});

const adminPages = [
  '/admin/dashboard',
  '/admin/add-product',
  '/admin/add-offer',
  '/admin/repair-bookings',
  '/admin/work',
  '/admin/audit',
];

describe('/admin pages', () => {
  it.each(adminPages)(
    '%s redirects a visitor to /login and back (AGATE-02, AGATE-04, AGATE-06, AGATE-16)',
    async (path) => {
      await open(`${path}?tab=add-offer`);
      await heading('Login');
      expect([place.pathname, place.state]).toEqual(['/login', { from: `${path}?tab=add-offer` }]);
      expect(requests).toEqual([]);
    },
  );

  it.each(adminPages)(
    '%s redirects a customer home with a reason once, also when the registry lists it (AGATE-13, AGATE-15, AGATE-17 to AGATE-19, AGATE-28)',
    async (path) => {
      await open(path, { user: customer, isNamed: path === '/admin/dashboard' });
      await heading('Phones worth keeping.');
      expect(place.pathname).toBe('/');
      expect(toasts()).toEqual(["You don't have permission to access this page."]);
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ['the role admin', admin],
    ['the flag isAdmin', { ...customer, isAdmin: true }],
  ])(
    'are shown to a user with %s, without header and footer of the shop (AGATE-01, AGATE-14, AGEN-07, ROLE-08)',
    async (_what, user) => {
      await open('/admin/dashboard', { user, isNamed: true });
      await heading('The dashboard');
      for (const role of ['banner', 'contentinfo']) expect(screen.queryByRole(role)).toBeNull();
      expect(requests).toEqual([]);
    },
  );

  it('are "Page not found" to an admin when they do not exist', async () => {
    await open('/admin/nothing', { user: admin, isNamed: true });
    await heading('Page not found');
  });

  it('are found again with a renewed session when the cookie for the files has expired', async () => {
    server.renews = true;
    await open('/admin/dashboard', { user: admin });
    await heading('The dashboard');
    expect(requests.filter((path) => path === '/api/refresh-token')).toHaveLength(1);
  });

  it('show a stored admin whom the server refuses a panel with the account (ADASH-07, ADASH-08, AGATE-27, CONF-25)', async () => {
    await open('/admin/dashboard', { user: admin });
    await heading('Access Denied');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(['Yes', 'admin', 'asha@kinmel.example']);
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Go to Login' })));
    await heading('Login');
    expect(place.state).toEqual({ from: '/admin/dashboard' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each(['isDown', 'isAuthDown'] as const)('can be retried while the server %s', async (fault) => {
    server[fault] = true;
    await open('/admin/dashboard', { user: admin });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('/products and /edit-product', () => {
  const loginRequired = 'Authentication Required. Please log in to access this page.';
  const addresses = ['/products', '/products/', '/edit-product/6600000000000000000000a1'];

  it.each(addresses)(
    '%s asks a visitor to log in, without a redirect (AGATE-11, AGATE-20, ROLE-09)',
    async (address) => {
      await open(address);
      expect(await screen.findByText(loginRequired)).toBeVisible();
      expect(place.pathname).toBe(address);
      await act(() => userEvent.click(screen.getByRole('link', { name: 'Go to Login' })));
      await heading('Login');
      expect(place.state).toEqual({ from: address });
    },
  );

  it.each(addresses)(
    '%s shows a customer their role (AGATE-08, AGATE-12, AGATE-21, ROUTE-35)',
    async (address) => {
      await open(address, { user: customer });
      expect(await screen.findByText('Access Denied. You must be an admin to view this page.')).toBeVisible();
      expect(screen.getByText('Current role: user')).toBeVisible();
      expect(place.pathname).toBe(address);
      expect(toasts()).toEqual([]);
    },
  );

  it('are shown to an admin (AGATE-07, AGATE-09)', async () => {
    await open('/products', { user: admin, isNamed: true });
    await heading('The products');
    await act(async () => leaveSession());
    expect(await screen.findByText(loginRequired)).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
  });
});

describe('the session', () => {
  it.each([
    [customer, false],
    [admin, true],
  ])('of %j that starts on an open page adds the back office without a reload: %s', async (user, isAdded) => {
    await open('/');
    server.takesAdmin = true;
    await act(async () => enterSession({ user, token: 't', refreshToken: 'r' }));
    await waitFor(() => expect(namesOfRemotes().includes('mfe-admin')).toBe(isAdded));
    expect(requests).toHaveLength(isAdded ? 1 : 0);
  });

  it('that ends removes the back office from the registry', async () => {
    await open('/', { user: admin, isNamed: true });
    await heading('Phones worth keeping.');
    expect(namesOfRemotes()).toContain('mfe-admin');
    await act(async () => leaveSession());
    expect(namesOfRemotes()).toEqual(Object.keys(shop.remotes));
  });
});

it('URLs of the shop are not back office pages', () => {
  for (const path of ['/', '/product', '/products/1', '/edit-product', '/administration', '/admin-x'])
    expect([path, staffPageOf(path)]).toEqual([path, undefined]);
});
