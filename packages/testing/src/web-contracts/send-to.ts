import { api, createAppStore, registerSession } from '@kinmel/web-kit/host';
import { MatchersV3 } from '@pact-foundation/pact';

/** The content type of answers. */
export const jsonType = MatchersV3.regex('^application/json.*', 'application/json; charset=utf-8');

const platformFetch = globalThis.fetch;
let store: ReturnType<typeof createAppStore> | undefined;

/**
 * Redirects requests of a remote to the provider mock, as the gateway does, and returns a new store. With a token,
 * requests are signed in. `fetch` is restored after the file.
 */
export function sendTo(url: string, token?: string): ReturnType<typeof createAppStore> {
  registerSession(
    token === undefined
      ? undefined
      : {
          authorize: (headers) => headers.set('authorization', `Bearer ${token}`),
          renew: async () => false,
          refused: async () => {},
        },
  );
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const headers = new Headers({ accept: 'application/json' });
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-none-match']) {
      const value = request.headers.get(name);
      if (value) headers.set(name, value);
    }
    const body = (await request.text()) || null;
    return platformFetch(url + pathname + search, { method: request.method, headers, body });
  };
  store = createAppStore();
  return store;
}

// Stops the timers of cached answers, which would keep the process running.
afterEach(() => store?.dispatch(api.util.resetApiState()));

afterAll(() => {
  globalThis.fetch = platformFetch;
  registerSession(undefined);
});
