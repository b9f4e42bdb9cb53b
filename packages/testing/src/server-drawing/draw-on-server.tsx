import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AppStore } from '@kinmel/web-kit';
import { api } from '@kinmel/web-kit/host';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { watchReads } from './watch-reads.ts';

/**
 * Draws as a server would, without window and document: the HTML when all suspended parts have rendered, the errors, and
 * reads of storage, clock and random numbers. For tests with `@jest-environment node`.
 */
export async function drawOnServer(
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
