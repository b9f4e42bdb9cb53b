import { text } from 'node:stream/consumers';
import type { Registry } from '@kinmel/contracts';
import type { AppState, RemoteModule } from '@kinmel/web-kit';
import {
  api,
  createAppStore,
  findPage,
  loadRenderedPage,
  preloadPage,
  RemotePage,
  setFirstData,
  setRemoteHost,
  startSession,
  ToastRegion,
} from '@kinmel/web-kit/host';
import { act } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToReadableStream } from 'react-dom/server.edge';
import { Provider } from 'react-redux';
import { BrowserRouter, MemoryRouter, Route, Routes } from 'react-router-dom';
import { fakeDate } from '../fake-date.ts';
import { standInForLayout } from '../page/browser-layout.ts';
import { aRegistry } from '../samples/index.ts';

interface ShopProps {
  store: ReturnType<typeof createAppStore>;
  serverState?: AppState;
}

interface HydratePageOptions {
  /** Name of the remote in the registry. */
  remote: string;
  module: RemoteModule;
  /** Path and query. */
  address: string;
  /** The URL on the server when it differs: a page with a key in its path is rendered by its pattern. */
  renderedAt?: string;
  /** Answers of services by path and query; other requests fail as if the service were down. */
  answers?: Readonly<Record<string, unknown>>;
  /** All widgets of the page by `<remote>/<widget>`, including those of its own remote. */
  widgets?: Readonly<Record<string, ComponentType<never>>>;
  /** Further fields of pages in the registry, by path. */
  declared?: Readonly<Record<string, Partial<Registry['remotes'][string]['pages'][number]>>>;
  /** The frame around the page, by default a minimal one. */
  shop?: ComponentType<ShopProps>;
  /** Fills the browser's storage. */
  fillStorage?: () => void;
}

/** Placeholders for widgets of other remotes. */
export const placeholderWidgets: NonNullable<HydratePageOptions['widgets']> = {
  'mfe-cart-checkout/add-to-cart': () => <button type="button">Add to Cart</button>,
  'mfe-catalog/wishlist-heart': () => <button type="button">Wish</button>,
};

const cleanUps: (() => void)[] = [];

function registryOf({ remote, module, widgets = {}, declared = {} }: HydratePageOptions): Registry {
  const pages = Object.keys(module.pages).map((path) => ({ path, title: 'A page', ...declared[path] }));
  const owners = Object.keys(widgets).map((name) => [name.split('/')[0] ?? '', {}]);
  return aRegistry({ ...Object.fromEntries(owners), [remote]: { pages } });
}

/** A new host and store, because server and browser each have their own. */
function createHostAndStore(options: HydratePageOptions) {
  const { remote, module, widgets = {}, answers = {} } = options;
  setRemoteHost({
    registry: registryOf(options),
    load: async (owner, name) =>
      owner === remote && name === 'remote' ? { remote: module } : { default: widgets[`${owner}/${name}`] },
  });
  setFirstData(answers);
  return createAppStore();
}

function BareShop({ store, serverState }: ShopProps) {
  const { pathname } = new URL(window.location.href);
  const page = findPage(pathname);
  if (!page) throw new Error(`There is no page ${pathname}`);
  const { remote, path, title } = page;
  return (
    <Provider store={store} serverState={serverState}>
      <main>
        <Routes>
          <Route
            path={path}
            element={
              <RemotePage remote={remote} path={path} title={title} placeholder="Coming" crashed="Crashed" />
            }
          />
        </Routes>
      </main>
      <ToastRegion />
    </Provider>
  );
}

async function htmlOf(element: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      errors.push(error);
    },
  });
  await stream.allReady;
  const html = await text(stream);
  if (errors.length > 0)
    throw new AggregateError(errors, `The page threw on the server: ${errors.join(', ')}`);
  return html;
}

/**
 * Renders a page as the render process does and hydrates it as a browser does, at another time and with a filled
 * storage. Returns the server's HTML, and hydration errors and warnings of React as problems.
 */
export async function hydratePage(options: HydratePageOptions) {
  const {
    address,
    renderedAt = address,
    answers = {},
    shop: Shop = BareShop,
    fillStorage = () => {},
  } = options;
  const { fetch } = globalThis;
  const { pathname, searchParams } = new URL(address, window.location.origin);
  window.history.replaceState(null, '', address);
  try {
    fakeDate(new Date('2026-11-21T23:59:00.000Z'));
    const serverStore = createHostAndStore(options);
    await preloadPage({ pathname, search: searchParams });
    const html = await htmlOf(
      <MemoryRouter initialEntries={[renderedAt]}>
        <Shop store={serverStore} />
      </MemoryRouter>,
    );
    // Suspended rendering leaves its contexts set, which the client renderer shares here; another rendering resets
    // them.
    await htmlOf(null);
    serverStore.dispatch(api.util.resetApiState());

    jest.setSystemTime(new Date('2027-03-02T04:05:06.000Z'));
    standInForLayout();
    globalThis.fetch = async (input) => {
      const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
      const answer = answers[url.pathname + url.search];
      return answer === undefined ? new Response('{}', { status: 503 }) : Response.json(answer);
    };
    fillStorage();
    const container = document.createElement('div');
    container.innerHTML = html;
    document.body.append(container);
    const store = createHostAndStore(options);
    const visitorState = store.getState();
    const stop = await startSession();
    await loadRenderedPage(container);
    const problems: string[] = [];
    if (/\sstyle="/.test(html))
      problems.push('The Content-Security-Policy forbids the style attributes of this HTML.');
    const consoleErrors = jest.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
      // Both renderers share one React only in this test.
      if (!String(values[0]).startsWith('Detected multiple renderers')) problems.push(values.join(' '));
    });
    const root = await act(async () =>
      hydrateRoot(
        container,
        <BrowserRouter useTransitions={false}>
          <Shop store={store} serverState={{ ...store.getState(), session: visitorState.session }} />
        </BrowserRouter>,
        { onRecoverableError: (error) => problems.push(String(error)) },
      ),
    );
    consoleErrors.mockRestore();
    cleanUps.push(() => {
      act(() => root.unmount());
      stop();
      container.remove();
      globalThis.fetch = fetch;
      localStorage.clear();
      sessionStorage.clear();
      store.dispatch(api.util.resetApiState());
      setRemoteHost(undefined);
    });
    return { html, problems, container };
  } finally {
    jest.useRealTimers();
  }
}

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});
