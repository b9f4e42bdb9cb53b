import type { Product, Registry, User } from '@kinmel/contracts';
import {
  createAppStore,
  currentToasts,
  dismissToast,
  forgetFirstData,
  setRemoteHost,
  startSession,
  ToastRegion,
} from '@kinmel/web-kit/host';
import { act, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { Suspense, useEffect } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { standInForLayout } from './browser-layout.ts';
import { type Answers, TestNetwork } from './network.ts';
import { uploadRequestBy } from './upload-request.ts';
import { keepSignedIn } from './users.ts';

/** The widgets of other remotes that a page shows, by `<remote>/<widget>`. */
export type TestWidgets = Readonly<Record<string, ComponentType<never>>>;

export interface RenderPageOptions {
  /** Path and query. */
  address?: string;
  /** Navigation state. */
  state?: unknown;
  answers?: Answers;
  /** Who is signed in, as storage restores them; without this nobody, unless the test filled storage itself. */
  user?: User;
  /** Without this: the add-to-cart stand-in below. An empty object: no other remote is deployed. */
  widgets?: TestWidgets;
  /** Further pages that the registry names, by path; they say whether a remote for them is deployed. */
  otherPages?: readonly string[];
}

export interface RenderedPage {
  readonly user: UserEvent;
  readonly network: TestNetwork;
  readonly store: ReturnType<typeof createAppStore>;
  /** Path and query where the browser now stands. */
  readonly address: () => string;
  readonly state: () => unknown;
  /** Goes to an address as a link would. */
  readonly go: (to: string, state?: unknown) => Promise<void>;
  readonly unmount: () => void;
}

interface ShownLocation {
  address: string;
  state: unknown;
  navigate: NavigateFunction | undefined;
}

const networks: TestNetwork[] = [];
const sessions: (() => void)[] = [];

/** Stands for mfe-cart-checkout's button: it says what it was given, and is disabled when the product cannot be bought. */
function AddToCart({ product, look, successText }: { product: Product; look: string; successText?: string }) {
  return (
    <button type="button" disabled={!product.inStock} data-look={look} data-success={successText}>
      {product.inStock ? 'Add to Cart' : 'Out of Stock'}
    </button>
  );
}

const defaultWidgets: TestWidgets = { 'mfe-cart-checkout/add-to-cart': AddToCart };

function registryOf(widgets: TestWidgets, otherPages: readonly string[]): Registry {
  const remotes: Registry['remotes'] = {};
  const entryOf = (name: string) => {
    remotes[name] ??= {
      name,
      version: '1.0.0',
      owner: 'test',
      requiredRole: 'public',
      contractVersion: 1,
      entry: `/remotes/${name}/1.0.0/remoteEntry.js`,
      manifest: `/remotes/${name}/1.0.0/mf-manifest.json`,
      integrity: {},
      pages: [],
      widgets: [],
    };
    return remotes[name];
  };
  for (const name of Object.keys(widgets))
    entryOf(name.split('/')[0] ?? '').widgets.push(name.split('/')[1] ?? '');
  if (otherPages.length > 0) {
    entryOf('mfe-services').pages.push(...otherPages.map((path) => ({ path, title: path })));
  }
  return { schema: 1, revision: 1, remotes };
}

function Watch({ onLocation }: { onLocation: (shown: ShownLocation) => void }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => onLocation({ address: pathname + search, state, navigate }));
  return null;
}

/**
 * Draws a page as the shell does: store, router, toasts, the widgets of other remotes, and a network that knows only
 * what the test tells it. After each test the network is held to account.
 */
export async function renderPage(
  page: ReactNode,
  {
    address = '/',
    state,
    answers,
    user: signedIn,
    widgets = defaultWidgets,
    otherPages = [],
  }: RenderPageOptions = {},
): Promise<RenderedPage> {
  standInForLayout();
  const network = new TestNetwork(answers);
  networks.push(network);
  globalThis.fetch = network.fetch;
  globalThis.XMLHttpRequest = uploadRequestBy(network.fetch);
  forgetFirstData();
  setRemoteHost({
    registry: registryOf(widgets, otherPages),
    load: (remote, module) => Promise.resolve({ default: widgets[`${remote}/${module}`] }),
  });
  const store = createAppStore();
  if (signedIn) keepSignedIn(signedIn);
  for (const stop of sessions.splice(0)) stop();
  sessions.push(await startSession());
  let shown: ShownLocation = { address, state, navigate: undefined };
  const at = new URL(address, 'http://localhost');
  const user = userEvent.setup();
  const { unmount } = await act(async () =>
    render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[{ pathname: at.pathname, search: at.search, hash: at.hash, state }]}>
          <Watch
            onLocation={(next) => {
              shown = next;
            }}
          />
          <main>
            <Suspense fallback={null}>{page}</Suspense>
          </main>
          <ToastRegion />
        </MemoryRouter>
      </Provider>,
    ),
  );
  return {
    user,
    network,
    store,
    address: () => shown.address,
    state: () => shown.state,
    go: async (to, nextState) => {
      await act(async () => {
        await shown.navigate?.(to, { state: nextState });
      });
    },
    unmount,
  };
}

afterEach(() => {
  for (const stop of sessions.splice(0)) stop();
  const used = networks.splice(0);
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });
  for (const network of used) network.verify();
});
