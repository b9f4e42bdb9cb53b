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

/** What the server files of remotes may require: the one copy of each module that they share with the shell. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-redux': reactRedux,
  'react-router-dom': reactRouterDom,
  'zod/mini': zodMini,
  '@kinmel/web-kit': webKit,
};

/** A page to draw, with all that its HTML carries. */
export interface RenderRequest {
  /** Path and query. */
  readonly address: string;
  /** The remotes, as the HTML tells the browser of them. */
  readonly registry: Registry;
  /** The first-view answers by request, as the HTML carries them. */
  readonly firstData: Readonly<Record<string, unknown>>;
  /** The loaded module of a remote's server file. Throws when there is none. */
  readonly loadRemoteModule: (remote: string, module: string) => unknown;
}

/** A failed boundary that is not a widget's: the page itself threw, and its HTML would show a placeholder for ever. */
const failedPage = /(?<!<div data-widget="[^"]*">)<!--\$!-->/;

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/**
 * The HTML inside `#app` for a visitor whose storage is empty. It has the data of the first-view answers and of no other
 * request. Rejects when the page could not be drawn; a widget that fails leaves its placeholder. The store, the remotes and the
 * answers are the module's, so that one rendering must end before the next begins.
 */
export async function renderPage(request: RenderRequest): Promise<string> {
  const { address, registry, firstData, loadRemoteModule } = request;
  setRemoteHost({ registry, load: async (remote, module) => loadRemoteModule(remote, module) });
  setFirstData(firstData);
  const store = createAppStore();
  try {
    const { pathname, searchParams } = new URL(address, 'http://kinmel.invalid');
    // A page behind the gate is drawn without its remote.
    if (!findPage(pathname)?.requiresSignIn) await preloadPage({ pathname, search: searchParams });
    const missing = Object.values(store.getState().api.queries).find(
      (query) => query?.status !== 'fulfilled',
    );
    if (missing) throw new Error(`${missing.endpointName} asks for more than the first-view answers`);
    const errors: unknown[] = [];
    const stream = await renderToReadableStream(
      <reactRouterDom.MemoryRouter initialEntries={[address]} useTransitions={false}>
        <ShopApp store={store} />
      </reactRouterDom.MemoryRouter>,
      {
        // Everything stands in its place: what comes later is moved there by inline scripts, which the pages' policy forbids.
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
    // Ends the timers that would forget the answers in five minutes.
    store.dispatch(api.util.resetApiState());
    setRemoteHost(undefined);
    setFirstData({});
  }
}
