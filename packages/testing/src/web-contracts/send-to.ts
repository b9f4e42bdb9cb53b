import { api, createAppStore, registerSession } from '@kinmel/web-kit/host';
import { MatchersV3 } from '@pact-foundation/pact';

/** The type of every answer that pages read. */
export const jsonType = MatchersV3.regex('^application/json.*', 'application/json; charset=utf-8');

const platformFetch = globalThis.fetch;
let store: ReturnType<typeof createAppStore> | undefined;

/**
 * Sends what a remote asks for to the provider's stand-in, as the gateway sends it to the service, and gives a new store to ask
 * by. With a token somebody is signed in: the shared api has to add it to what it sends. Fetch is itself again when the file is done.
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

// The timers of what it keeps would keep the process from ending.
afterEach(() => store?.dispatch(api.util.resetApiState()));

afterAll(() => {
  globalThis.fetch = platformFetch;
  registerSession(undefined);
});
