import { waitFor } from '@testing-library/react';
import { createAppStore, forgetFirstData } from '../host/index.ts';
import {
  apiProblem,
  injectEndpoints,
  registerSession,
  requestAddress,
  signedIn,
  signedOut,
} from '../index.ts';
import { post } from '../session/post.ts';

const things = injectEndpoints((build) => ({
  things: build.query<unknown, string>({ query: (url) => url }),
  send: build.mutation<unknown, { body: unknown }>({
    query: ({ body }) => ({ url: '/api/send', method: 'POST', body }),
  }),
}));

const answers = jest.fn<Promise<Response>, [Request]>();
const realFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = (input, init) => answers(new Request(input, init));
  answers.mockReset();
  document.body.innerHTML = '';
  forgetFirstData();
});
afterEach(() => {
  globalThis.fetch = realFetch;
  registerSession(undefined);
  delete document.documentElement.dataset.api;
});

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ask = (url: string, options?: { forceRefetch: boolean }) =>
  createAppStore().dispatch(things.endpoints.things.initiate(url, options));
const addFirstData = (data: string) => {
  document.body.innerHTML = `<script type="application/json" id="kinmel-first-data">${data}</script>`;
};

describe('the URL of a request', () => {
  it('keeps the order of its parameters and omits those without a value', () => {
    expect(
      requestAddress({ url: '/api/products', params: { search: 'a b', brand: undefined, page: 2 } }),
    ).toBe('/api/products?search=a+b&page=2');
    expect(requestAddress({ url: '/api/policy' })).toBe('/api/policy');
  });
});

describe('a request', () => {
  it('goes to the origin of the page for every endpoint (API-02, API-03, SIL-62)', async () => {
    answers.mockImplementation(async () => json(200, { success: true }));
    await ask('/api/products?page=2');
    await createAppStore().dispatch(things.endpoints.send.initiate({ body: { a: 1 } }));
    expect(answers.mock.calls.map(([{ url }]) => url)).toEqual([
      `${location.origin}/api/products?page=2`,
      `${location.origin}/api/send`,
    ]);
  });

  it('goes to the configured base URL with cookies (API-01, AAPI-44, SIL-62)', async () => {
    document.documentElement.dataset.api = 'https://api.shop.example';
    answers.mockImplementation(async () => json(200, { success: true }));
    await ask('/api/products?page=3');
    await post('/api/auth/refresh', { refreshToken: 'r' });
    expect(answers.mock.calls.map(([{ url, credentials }]) => [url, credentials])).toEqual([
      ['https://api.shop.example/api/products?page=3', 'include'],
      ['https://api.shop.example/api/auth/refresh', 'include'],
    ]);
  });

  it('uses the data in the HTML for its path, whatever the base URL (API-01)', async () => {
    document.documentElement.dataset.api = 'https://api.shop.example';
    addFirstData('{"/api/things?page=7": {"success": true}}');
    expect((await ask('/api/things?page=7')).data).toEqual({ success: true });
    expect(answers).not.toHaveBeenCalled();
  });
});

it("leaves nothing of a mutation's body in the store, such as a password", async () => {
  answers.mockResolvedValue(json(200, { success: true }));
  const store = createAppStore();
  await store.dispatch(things.endpoints.send.initiate({ body: { password: 'Secret1!' } }));
  expect(Object.keys(store.getState().api.mutations)).toHaveLength(1);
  expect(JSON.stringify(store.getState())).not.toContain('Secret1!');
});

describe('first-view data', () => {
  it('answers a request once, without the network', async () => {
    addFirstData('{"/api/things?page=1": {"success": true}}');
    answers.mockResolvedValue(json(200, { success: 'fresh' }));
    expect((await ask('/api/things?page=1')).data).toEqual({ success: true });
    expect(answers).not.toHaveBeenCalled();
    expect((await ask('/api/things?page=1', { forceRefetch: true })).data).toEqual({ success: 'fresh' });
  });

  it('works during server rendering, where FormData does not exist', async () => {
    const { FormData: known } = globalThis;
    addFirstData('{"/api/things": {"success": true}}');
    try {
      Reflect.deleteProperty(globalThis, 'FormData');
      expect((await ask('/api/things')).data).toEqual({ success: true });
    } finally {
      globalThis.FormData = known;
    }
  });

  it('falls back to a request when broken', async () => {
    addFirstData('{');
    answers.mockResolvedValue(json(200, { success: true }));
    expect((await ask('/api/things')).data).toEqual({ success: true });
  });
});

describe('a failure', () => {
  const store = createAppStore;
  const refused = () => Promise.resolve(json(503, { message: 'Not now.', code: 'service-unavailable' }));
  const preload = async (of: ReturnType<typeof createAppStore>, url: string) => {
    const request = of.dispatch(things.endpoints.things.initiate(url));
    await request;
    request.unsubscribe();
  };

  it('of a preload is reused by the page, which requests again only on demand', async () => {
    const shop = store();
    answers.mockImplementation(refused);
    await preload(shop, '/api/lists');
    const shown = shop.dispatch(things.endpoints.things.initiate('/api/lists'));
    expect(apiProblem((await shown).error)).toMatchObject({ status: 503, message: 'Not now.' });
    expect(answers).toHaveBeenCalledTimes(1);
    answers.mockResolvedValue(json(200, { success: true }));
    expect((await shown.refetch()).data).toEqual({ success: true });
  });

  it('is reused once: later requests go to the network', async () => {
    const shop = store();
    answers.mockImplementation(refused);
    await preload(shop, '/api/lists');
    await preload(shop, '/api/lists');
    await preload(shop, '/api/lists');
    expect(answers).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['of another address', async (shop: ReturnType<typeof store>) => preload(shop, '/api/others')],
    ['of another shop', async () => preload(store(), '/api/lists')],
  ])('%s is requested again', async (_, ask) => {
    const shop = store();
    answers.mockImplementation(refused);
    await preload(shop, '/api/lists');
    await ask(shop);
    expect(answers).toHaveBeenCalledTimes(2);
  });

  it('is dropped after two seconds, and at once when another user signs in', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const shop = store();
    answers.mockImplementation(refused);
    await preload(shop, '/api/lists');
    jest.advanceTimersByTime(2001);
    await preload(shop, '/api/lists');
    expect(answers).toHaveBeenCalledTimes(2);
    shop.dispatch(
      signedIn({
        user: { id: 'aarati', name: 'Aarati', email: 'aarati@example.com', role: 'user' },
        token: 'a',
        refreshToken: null,
      }),
    );
    await preload(shop, '/api/lists');
    expect(answers).toHaveBeenCalledTimes(3);
    jest.useRealTimers();
  });
});

describe('a problem', () => {
  it("has the server's message and code", async () => {
    answers.mockResolvedValue(
      json(409, { success: false, message: 'Too late.', error: 'Too late.', code: 'price-changed' }),
    );
    expect(apiProblem((await ask('/api/a')).error)).toEqual({
      kind: 'answer',
      status: 409,
      message: 'Too late.',
      code: 'price-changed',
    });
  });

  it('is also a 2xx answer with success: false (AAPI-29)', async () => {
    answers.mockResolvedValue(json(201, { success: false, message: 'The name is taken.' }));
    const { error } = await ask('/api/products');
    expect(apiProblem(error)).toMatchObject({ kind: 'answer', status: 201, message: 'The name is taken.' });
  });

  it('is "Network error" without an answer (ERR-43, SIL-65)', async () => {
    answers.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(apiProblem((await ask('/api/b')).error)).toEqual({ kind: 'network', message: 'Network error' });
  });

  it('has the kind "shape" when a page answers in place of the API', async () => {
    answers.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(apiProblem((await ask('/api/c')).error)).toEqual({ kind: 'shape', status: 502 });
    expect(apiProblem(undefined)).toEqual({ kind: 'shape' });
  });

  it('is a timeout after 30 seconds, except for uploads (CONF-22, AUTH-35, AUTH-36)', async () => {
    jest.useFakeTimers();
    answers.mockImplementation(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const store = createAppStore();
    const outcome = (result: Promise<{ error?: unknown }>) => {
      const seen: { error?: unknown } = {};
      void result.then(({ error }) => Object.assign(seen, { error }));
      return seen;
    };
    const json = outcome(store.dispatch(things.endpoints.send.initiate({ body: { a: 1 } })));
    const upload = outcome(store.dispatch(things.endpoints.send.initiate({ body: new FormData() })));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(json.error).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(apiProblem(json.error)).toEqual({ kind: 'timeout', message: 'Network error' });
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(upload.error).toBeUndefined();
    jest.useRealTimers();
  });
});

const refused = jest.fn(async (_sent: string | null) => {});
beforeEach(() => refused.mockClear());

/** A session with the token "old", or "new" after a renewal. */
function aSession(canRenew = true) {
  let token = 'old';
  const renew = jest.fn(async (_sent: string | null) => {
    if (canRenew) token = 'new';
    return canRenew;
  });
  registerSession({
    authorize: (headers) => headers.set('authorization', `Bearer ${token}`),
    renew,
    refused,
  });
  return renew;
}
const notSignedIn = async () => json(401, { message: 'Please sign in.', code: 'not-signed-in' });

describe('the session', () => {
  it('authorizes each request, and repeats a refused one once after a renewal', async () => {
    aSession();
    answers.mockImplementation(async ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? json(200, { success: true }) : json(401, {}),
    );
    expect((await ask('/api/e')).data).toEqual({ success: true });
    expect(answers).toHaveBeenCalledTimes(2);
    expect(refused).not.toHaveBeenCalled();
  });

  it('is notified when a request is refused again after a renewal, with its token (AUTH-28, CONF-19)', async () => {
    const renew = aSession();
    answers.mockImplementation(notSignedIn);
    expect(apiProblem((await ask('/api/h')).error)).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect(answers).toHaveBeenCalledTimes(2);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(refused.mock.calls).toEqual([['Bearer new']]);
  });

  it.each([
    ['a page', '<h1>Sign in to the hotel</h1>'],
    ['an empty body', null],
  ])('is not notified when another server refuses with %s', async (_what, page) => {
    aSession();
    answers.mockImplementationOnce(notSignedIn);
    answers.mockImplementationOnce(async () => new Response(page, { status: 401 }));
    expect(apiProblem((await ask('/api/i')).error).status).toBe(401);
    expect(answers).toHaveBeenCalledTimes(2);
    expect(refused).not.toHaveBeenCalled();
  });

  it('gets the refused token, and returns the refusal unchanged when it is over', async () => {
    const renew = aSession(false);
    answers.mockImplementation(notSignedIn);
    expect(apiProblem((await ask('/api/g')).error)).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect(renew).toHaveBeenCalledWith('Bearer old');
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it.each([
    '/api/auth/login',
    '/api/auth/signup',
    '/api/auth/refresh',
    '/api/auth/logout',
    '/api/refresh-token',
  ])('is not renewed by a refusal of %s (CONF-19, AUTH-23)', async (url) => {
    const renew = aSession();
    answers.mockImplementation(notSignedIn);
    expect(apiProblem((await ask(url)).error)).toMatchObject({ status: 401, message: 'Please sign in.' });
    expect(renew).not.toHaveBeenCalled();
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it.each([200, 201, 202])('is not involved in an answer %d (AUTH-37)', async (status) => {
    const renew = aSession();
    answers.mockResolvedValue(json(status, { success: true }));
    expect((await ask(`/api/${status}`)).data).toEqual({ success: true });
    expect(renew).not.toHaveBeenCalled();
  });
});

describe('an answer that arrives after another user has signed in', () => {
  const person = (id: string) =>
    signedIn({
      user: { id, name: id, email: `${id}@example.com`, role: 'user' },
      token: id,
      refreshToken: null,
    });

  it('is not shown to them: the request is repeated in their name', async () => {
    const store = createAppStore();
    store.dispatch(person('aarati'));
    const { promise, resolve: arrive } = Promise.withResolvers<Response>();
    answers.mockReturnValueOnce(promise);
    answers.mockResolvedValueOnce(json(200, { orders: 'of Bimal' }));
    const asked = store.dispatch(things.endpoints.things.initiate('/api/orders'));
    await waitFor(() => expect(answers).toHaveBeenCalledTimes(1));
    store.dispatch(signedOut());
    store.dispatch(person('bimal'));
    arrive(json(200, { orders: 'of Aarati' }));
    expect((await asked).data).toEqual({ orders: 'of Bimal' });
  });

  it.each([
    ['somebody else', () => person('bimal')],
    ['nobody', undefined],
  ])('that is a refusal does not repeat the request in the name of %s (AUTH-24)', async (_who, next) => {
    const store = createAppStore();
    const renew = aSession();
    store.dispatch(person('aarati'));
    const arrive = Promise.withResolvers<Response>();
    answers.mockReturnValueOnce(arrive.promise);
    const sent = store.dispatch(things.endpoints.send.initiate({ body: {} }));
    await waitFor(() => expect(answers).toHaveBeenCalledTimes(1));
    store.dispatch(signedOut());
    if (next) store.dispatch(next());
    arrive.resolve(json(401, { message: 'Please sign in again.', code: 'signed-out' }));
    expect(apiProblem((await sent).error).status).toBe(401);
    expect(renew).not.toHaveBeenCalled();
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it('is dropped when nobody is signed in', async () => {
    const store = createAppStore();
    store.dispatch(person('aarati'));
    answers.mockImplementationOnce(async () => {
      store.dispatch(signedOut());
      return json(200, { orders: 'of Aarati' });
    });
    answers.mockResolvedValueOnce(json(401, { success: false, message: 'Please sign in first.' }));
    const { data, error } = await store.dispatch(things.endpoints.things.initiate('/api/orders'));
    expect([data, apiProblem(error).status]).toEqual([undefined, 401]);
  });
});
