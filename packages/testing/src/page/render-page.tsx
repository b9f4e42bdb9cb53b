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
import { aRegistry } from '../samples/index.ts';
import { standInForLayout } from './browser-layout.ts';
import { type Answers, TestNetwork } from './network.ts';
import { uploadRequestBy } from './upload-request.ts';
import { storeSignedInUser } from './users.ts';

/** Widgets of other remotes by `<remote>/<widget>`. */
export type TestWidgets = Readonly<Record<string, ComponentType<never>>>;

export interface RenderPageOptions {
  /** Path and query. */
  address?: string;
  state?: unknown;
  answers?: Answers;
  /** The signed-in user; by default none, unless the test filled the storage. */
  user?: User;
  /** By default the add-to-cart stand-in below; an empty object means no other remote. */
  widgets?: TestWidgets;
  /** Further pages in the registry, by path. */
  otherPages?: readonly string[];
}

export interface RenderedPage {
  readonly user: UserEvent;
  readonly network: TestNetwork;
  readonly store: ReturnType<typeof createAppStore>;
  /** Current path and query. */
  readonly address: () => string;
  readonly state: () => unknown;
  /** Navigates as a link does. */
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

/** Stand-in for the button of mfe-cart-checkout: shows its props, disabled when the product cannot be bought. */
function AddToCart({ product, look, successText }: { product: Product; look: string; successText?: string }) {
  return (
    <button type="button" disabled={!product.inStock} data-look={look} data-success={successText}>
      {product.inStock ? 'Add to Cart' : 'Out of Stock'}
    </button>
  );
}

const defaultWidgets: TestWidgets = { 'mfe-cart-checkout/add-to-cart': AddToCart };

function registryOf(widgets: TestWidgets, otherPages: readonly string[]): Registry {
  const remotes: Record<string, { widgets: string[]; pages: { path: string; title: string }[] }> = {};
  const remoteOf = (name: string) => (remotes[name] ??= { widgets: [], pages: [] });
  for (const [remote = '', widget = ''] of Object.keys(widgets).map((name) => name.split('/')))
    remoteOf(remote).widgets.push(widget);
  for (const path of otherPages) remoteOf('mfe-services').pages.push({ path, title: path });
  return aRegistry(remotes);
}

function LocationWatcher({ onLocation }: { onLocation: (shownLocation: ShownLocation) => void }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => onLocation({ address: pathname + search, state, navigate }));
  return null;
}

/**
 * Renders a page as the shell does, with store, router, toasts, widgets of other remotes and a network with
 * predefined answers, which is verified after each test.
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
  if (signedIn) storeSignedInUser(signedIn);
  for (const stop of sessions.splice(0)) stop();
  sessions.push(await startSession());
  let shownLocation: ShownLocation = { address, state, navigate: undefined };
  const url = new URL(address, 'http://localhost');
  const user = userEvent.setup();
  const { unmount } = await act(async () =>
    render(
      <Provider store={store}>
        <MemoryRouter
          initialEntries={[{ pathname: url.pathname, search: url.search, hash: url.hash, state }]}
        >
          <LocationWatcher
            onLocation={(next) => {
              shownLocation = next;
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
    address: () => shownLocation.address,
    state: () => shownLocation.state,
    go: async (to, nextState) => {
      await act(async () => {
        await shownLocation.navigate?.(to, { state: nextState });
      });
    },
    unmount,
  };
}

afterEach(() => {
  for (const stop of sessions.splice(0)) stop();
  const usedNetworks = networks.splice(0);
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });
  for (const network of usedNetworks) network.verify();
});
