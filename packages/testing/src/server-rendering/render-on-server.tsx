import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AppStore, RemoteModule } from '@kinmel/web-kit';
import { api, createAppStore } from '@kinmel/web-kit/host';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { answering } from './answering.ts';
import { watchReads } from './watch-reads.ts';

/**
 * Renders as a server would, without window and document: the HTML when all suspended parts have rendered, the errors, and
 * reads of storage, clock and random numbers. For tests with `@jest-environment node`.
 */
export async function renderOnServer(
  element: ReactNode,
  { address, store }: { address: string; store: AppStore },
) {
  const errors: unknown[] = [];
  const watch = watchReads();
  try {
    const html = await new Promise<string>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(
        <Provider store={store}>
          <StaticRouter location={address}>{element}</StaticRouter>
        </Provider>,
        {
          onAllReady: () => resolve(text(pipe(new PassThrough()))),
          onShellError: reject,
          onError: (error) => {
            errors.push(error);
          },
        },
      );
    });
    return { html, errors, reads: watch.reads };
  } finally {
    watch.stop();
    // Stops the timers of cached answers, which would keep the process running.
    store.dispatch(api.util.resetApiState());
  }
}

interface PageOnServerOptions {
  /** Answers to the first requests of the page; without them nothing is requested. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly store?: AppStore;
}

/** Renders the page of a remote at an address. */
export async function renderPageOnServer(
  { pages, prepare }: RemoteModule,
  address: string,
  { answers, store = createAppStore() }: PageOnServerOptions = {},
) {
  const { pathname, searchParams } = new URL(address, 'http://shop.test');
  if (answers) await answering(answers, () => prepare?.[pathname]?.({ pathname, search: searchParams }));
  const Page = pages[pathname];
  if (!Page) throw new Error(`There is no page ${pathname}`);
  return renderOnServer(createElement(Page), { address, store });
}
