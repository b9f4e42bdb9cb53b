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

it('has its parameters in order in its URL, without those that have no value', () => {
  const params = { search: 'a b', brand: undefined, page: 2 };
  expect(requestAddress({ url: '/api/products', params })).toBe('/api/products?search=a+b&page=2');
  expect(requestAddress({ url: '/api/policy' })).toBe('/api/policy');
});

describe('a request', () => {
  it.each([
    ['the origin of the page', undefined, location.origin],
    ['the configured base URL', 'https://api.shop.example', 'https://api.shop.example'],
  ])(
    'goes to %s with cookies, for every endpoint (API-01 to API-03, AAPI-44, SIL-62)',
    async (_what, base, origin) => {
      if (base) document.documentElement.dataset.api = base;
      answers.mockImplementation(async () => json(200, { success: true }));
      await ask('/api/products?page=3');
      await createAppStore().dispatch(things.endpoints.send.initiate({ body: { a: 1 } }));
      await post('/api/auth/refresh', { refreshToken: 'r' });
      expect(answers.mock.calls.map(([{ url, credentials }]) => [url, credentials])).toEqual([
        [`${origin}/api/products?page=3`, 'include'],
        [`${origin}/api/send`, 'include'],
        [`${origin}/api/auth/refresh`, 'include'],
      ]);
    },
  );
});

it("leaves nothing of a mutation's body in the store, such as a password", async () => {
  answers.mockResolvedValue(json(200, { success: true }));
  const store = createAppStore();
  await store.dispatch(things.endpoints.send.initiate({ body: { password: 'Secret1!' } }));
  expect(Object.keys(store.getState().api.mutations)).toHaveLength(1);
  expect(JSON.stringify(store.getState())).not.toContain('Secret1!');
});

describe('first-view data', () => {
  it('answers a request once, without the network, whatever the base URL (API-01)', async () => {
    document.documentElement.dataset.api = 'https://api.shop.example';
    addFirstData('{"/api/things?page=1": {"success": true}}');
    answers.mockResolvedValue(json(200, { success: 'fresh' }));
    expect((await ask('/api/things?page=1')).data).toEqual({ success: true });
    expect(answers).not.toHaveBeenCalled();
    expect((await ask('/api/things?page=1', { forceRefetch: true })).data).toEqual({ success: 'fresh' });
  });

  it('works during server rendering, where FormData does not exist', async () => {
    const { FormData: originalFormData } = globalThis;
    addFirstData('{"/api/things": {"success": true}}');
    try {
      Reflect.deleteProperty(globalThis, 'FormData');
      expect((await ask('/api/things')).data).toEqual({ success: true });
    } finally {
      globalThis.FormData = originalFormData;
    }
  });

  it('falls back to a request when broken', async () => {
    addFirstData('{');
    answers.mockResolvedValue(json(200, { success: true }));
    expect((await ask('/api/things')).data).toEqual({ success: true });
  });
});

const person = (id: string) => {
  const user = { id, name: id, email: `${id}@example.com`, role: 'user' as const };
  return signedIn({ user, token: id, refreshToken: null });
};

describe('a failure', () => {
  const store = createAppStore;
  const refused = () => Promise.resolve(json(503, { message: 'Not now.', code: 'service-unavailable' }));
  const preload = async (shop: ReturnType<typeof createAppStore>, url: string) => {
    const request = shop.dispatch(things.endpoints.things.initiate(url));
    await request;
    request.unsubscribe();
  };

  it('of a preload is reused once by the page, which requests again only on demand', async () => {
    const shop = store();
    answers.mockImplementation(refused);
    await preload(shop, '/api/lists');
    const shown = shop.dispatch(things.endpoints.things.initiate('/api/lists'));
    expect(apiProblem((await shown).error)).toMatchObject({ status: 503, message: 'Not now.' });
    expect(answers).toHaveBeenCalledTimes(1);
    answers.mockResolvedValue(json(200, { success: true }));
    expect((await shown.refetch()).data).toEqual({ success: true });
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
    shop.dispatch(person('aarati'));
    await preload(shop, '/api/lists');
    expect(answers).toHaveBeenCalledTimes(3);
    jest.useRealTimers();
  });
});

describe('a problem', () => {
  it.each([
    [409, { success: false, message: 'Too late.', error: 'Other.', code: 'price-changed' }],
    [201, { success: false, message: 'The name is taken.', code: 'conflict' }],
  ])(
    "has the server's message and code, also in an answer %d without success (AAPI-29)",
    async (status, body) => {
      answers.mockResolvedValue(json(status, body));
      const { message, code } = body;
      expect(apiProblem((await ask('/api/a')).error)).toEqual({ kind: 'answer', status, message, code });
    },
  );

  it('is "Network error" without an answer (ERR-43, AERR-15, SIL-65)', async () => {
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
    const errorOf = (body: unknown) => {
      const onError = jest.fn();
      void createAppStore()
        .dispatch(things.endpoints.send.initiate({ body }))
        .then(({ error }) => onError(apiProblem(error)));
      return onError;
    };
    const [json, upload] = [errorOf({ a: 1 }), errorOf(new FormData())];
    await jest.advanceTimersByTimeAsync(29_999);
    expect(json).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(json).toHaveBeenCalledWith({ kind: 'timeout', message: 'Network error' });
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(upload).not.toHaveBeenCalled();
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

  it.each([
    ['is over', false, []],
    ['is notified when a request is refused again after a renewal', true, [['Bearer new']]],
  ])(
    '%s: gets the refused token and returns the refusal unchanged (AUTH-28, CONF-19)',
    async (_what, canRenew, notified) => {
      const renew = aSession(canRenew);
      answers.mockImplementation(notSignedIn);
      expect(apiProblem((await ask('/api/h')).error)).toMatchObject({ status: 401, code: 'not-signed-in' });
      expect(answers).toHaveBeenCalledTimes(canRenew ? 2 : 1);
      expect(renew.mock.calls).toEqual([['Bearer old']]);
      expect(refused.mock.calls).toEqual(notified);
    },
  );

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

  it.each(['auth/login', 'auth/signup', 'auth/refresh', 'auth/logout', 'refresh-token'])(
    'is not renewed by a refusal of /api/%s (CONF-19, AUTH-23)',
    async (path) => {
      const renew = aSession();
      answers.mockImplementation(notSignedIn);
      const { error } = await ask(`/api/${path}`);
      expect(apiProblem(error)).toMatchObject({ status: 401, message: 'Please sign in.' });
      expect(renew).not.toHaveBeenCalled();
      expect(answers).toHaveBeenCalledTimes(1);
    },
  );

  it('is not involved in an accepted answer (AUTH-37)', async () => {
    const renew = aSession();
    for (const status of [200, 201, 202]) {
      answers.mockResolvedValue(json(status, { success: true }));
      expect((await ask(`/api/${status}`)).data).toEqual({ success: true });
    }
    expect(renew).not.toHaveBeenCalled();
  });
});

describe('an answer that arrives after another user has signed in', () => {
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
    ['another user', () => person('bimal')],
    ['a visitor', undefined],
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

  it('is dropped when no user is signed in', async () => {
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
