import type { Registry } from '@kinmel/contracts';
import * as webKit from '@kinmel/web-kit';
import {
  api,
  createAppStore,
  findPage,
  preloadPage,
  setFirstData,
  setRemoteHost,
} from '@kinmel/web-kit/host';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { renderToReadableStream } from 'react-dom/server.edge';
import * as reactRedux from 'react-redux';
import * as reactRouterDom from 'react-router-dom';
import * as zodMini from 'zod/mini';
import { ShopApp } from './shop-app.tsx';

/** The modules that server files of remotes may require: shared with the shell in one copy. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-redux': reactRedux,
  'react-router-dom': reactRouterDom,
  'zod/mini': zodMini,
  '@kinmel/web-kit': webKit,
};

/** A page to render, with the data of its HTML. */
export interface RenderRequest {
  /** Path and query. */
  readonly address: string;
  /** The remotes as listed in the HTML. */
  readonly registry: Registry;
  /** The first-view answers by request, as embedded in the HTML. */
  readonly firstData: Readonly<Record<string, unknown>>;
  /** The loaded module of a remote's server file. Throws when there is none. */
  readonly loadRemoteModule: (remote: string, module: string) => unknown;
}

/** A failed boundary outside of widgets: the page itself threw, and its HTML would show a placeholder forever. */
const failedPage = /(?<!<div data-widget="[^"]*">)<!--\$!-->/;

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/**
 * The HTML inside `#app` for a visitor with empty storage, with the data of the first-view answers only. Rejects when
 * the page could not be rendered; a widget that fails keeps its placeholder. Store, remotes and answers are module
 * state, so renderings must not overlap.
 */
export async function renderPage(request: RenderRequest): Promise<string> {
  const { address, registry, firstData, loadRemoteModule } = request;
  setRemoteHost({ registry, load: async (remote, module) => loadRemoteModule(remote, module) });
  setFirstData(firstData);
  const store = createAppStore();
  try {
    const { pathname, searchParams } = new URL(address, 'http://kinmel.invalid');
    // A protected page is rendered without its remote.
    if (!findPage(pathname)?.requiresSignIn) await preloadPage({ pathname, search: searchParams });
    const unfulfilledQuery = Object.values(store.getState().api.queries).find(
      (query) => query?.status !== 'fulfilled',
    );
    if (unfulfilledQuery)
      throw new Error(`${unfulfilledQuery.endpointName} requests more than the first-view answers`);
    const errors: unknown[] = [];
    const stream = await renderToReadableStream(
      <reactRouterDom.MemoryRouter initialEntries={[address]} useTransitions={false}>
        <ShopApp store={store} />
      </reactRouterDom.MemoryRouter>,
      {
        // Everything is rendered in place: late content would be moved by inline scripts, which the
        // Content-Security-Policy forbids.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => {
          errors.push(error);
        },
      },
    );
    await stream.allReady;
    const html = await readAll(stream);
    if (failedPage.test(html))
      throw new AggregateError(errors, `A part of the page threw: ${errors.join(', ')}`);
    return html;
  } finally {
    // Stops the timers that would drop the answers after five minutes.
    store.dispatch(api.util.resetApiState());
    setRemoteHost(undefined);
    setFirstData({});
  }
}
