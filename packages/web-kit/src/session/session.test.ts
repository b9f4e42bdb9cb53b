import { createAppStore, currentToasts, dismissToast } from '../host/index.ts';
import { injectEndpoints, type SessionUser, selectIsAdmin, selectSession } from '../index.ts';
import { createSession, type SessionEnvironment } from './session.ts';

const user: SessionUser = {
  id: '6600000000000000000000c1',
  name: 'Customer',
  email: 'customer@kinmel.example',
  role: 'user',
};
const other: SessionUser = { ...user, id: '6600000000000000000000a1' };
const minutes15 = 900;

let serial = 0;
/** A token with a lifetime of `seconds`, signed `ageSeconds` ago by the server's clock. */
function aToken({ seconds = minutes15, ageSeconds = 0, serverAheadMs = 0 } = {}): string {
  serial += 1;
  const iat = Math.floor((Date.now() + serverAheadMs) / 1000) - ageSeconds;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ sub: user.id, iat, exp: iat + seconds, serial, name: 'ñ?>' })}.s`;
}
const aSession = (token = aToken(), refreshToken = `r${serial}`) => ({ token, refreshToken, user });

type Answer = (signal?: AbortSignal | null) => Response | Promise<Response>;
const rotate = () => Response.json({ success: true, ...aSession() });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const accept = () => Response.json({ success: true });
/** No answer until the request is aborted. */
const never: Answer = (signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });

/** The signal of the last unanswered renewal. */
let renewalSignal: AbortSignal | null | undefined;
const neverRenew: Answer = (signal) => {
  renewalSignal = signal;
  return never(signal);
};

/** The refresh service: rotates tokens, or answers `status` when set. */
const server = {
  calls: [] as { path: string; refreshToken: unknown; renewal: string | null; keepalive: boolean }[],
  answer: rotate as Answer,
  logout: accept as Answer,
};

/** Web Locks in memory: a request waits for the previous one, ends by its signal, or steals the lock. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  let stealLock = () => {};
  const request = async (
    _name: string,
    { signal, steal }: { signal?: AbortSignal; steal?: boolean },
    run: () => Promise<unknown>,
  ) => {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = steal ? turn.promise : before.then(() => turn.promise);
    try {
      if (steal) stealLock();
      else
        await Promise.race([
          before,
          new Promise((_resolve, reject) =>
            signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))),
          ),
        ]);
      const stolenLock = new Promise((_resolve, reject) => {
        stealLock = () => reject(new DOMException('taken', 'AbortError'));
      });
      return await Promise.race([run(), stolenLock]);
    } finally {
      turn.resolve();
    }
  };
  // Only this overload is used.
  return { request: request as unknown as LockManager['request'] };
}

type Channel = NonNullable<SessionEnvironment['channel']>;
const channels = new Set<Channel>();
function fakeChannel(): Channel {
  const channel: Channel = {
    onmessage: null,
    postMessage: (data: unknown) => {
      for (const other of channels) {
        // The session reads only `data`.
        if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
      }
    },
    close: () => channels.delete(channel),
  };
  channels.add(channel);
  return channel;
}

const locks = fakeLocks();
const tabs: { stop: () => void }[] = [];
function openTab(environment: Partial<SessionEnvironment> = {}) {
  const store = createAppStore();
  const session = createSession(store, {
    storage: () => localStorage,
    locks,
    channel: fakeChannel(),
    ...environment,
  });
  const lost = jest.fn();
  session.onLost(lost);
  session.restore();
  tabs.push(session);
  return { ...session, lost, state: () => selectSession(store.getState()), store };
}
function signedInTab(environment?: Partial<SessionEnvironment>, session = aSession()) {
  const tab = openTab(environment);
  tab.enter(session);
  return { tab, session };
}
/** Two tabs with one session; the second one restores it. */
function twoTabs(environment?: Partial<SessionEnvironment>) {
  const { tab: one, session } = signedInTab(environment);
  return { one, two: openTab(environment), session };
}
/** Starts a renewal whose answer arrives when the test sends it. */
async function heldRenewal(tab: ReturnType<typeof openTab>) {
  const { promise, resolve: arrive } = Promise.withResolvers<Response>();
  server.answer = () => promise;
  const renewal = tab.renew('timer');
  await settle();
  return { renewal, arrive };
}
function keep({ token, refreshToken, user: storedUser }: ReturnType<typeof aSession>) {
  localStorage.setItem('token', token);
  localStorage.setItem('refreshToken', refreshToken);
  localStorage.setItem('loggedInUser', JSON.stringify(storedUser));
}
const stored = () => ['token', 'refreshToken', 'loggedInUser'].map((key) => localStorage.getItem(key));
const signedOut = { user: null, token: null, isAuthenticated: false };
const nothingStored = [null, null, null];
const toasts = () => currentToasts().map(({ text }) => text);
const paths = () => server.calls.map(({ path }) => path);
const sentWith = (hooks: ReturnType<typeof openTab>['hooks']) => {
  const headers = new Headers();
  hooks.authorize(headers);
  return headers.get('authorization');
};
const settle = () => jest.advanceTimersByTimeAsync(0);
/** Delays the answer, as a network would. */
const slowly = async () => {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return rotate();
};
const refusedStorage = () => {
  throw new Error('SecurityError');
};

const platformFetch = globalThis.fetch;
const refuse =
  (status: number, code = 'signed-out', message = 'Please sign in again.') =>
  () =>
    Response.json({ success: false, message, code }, { status });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
  localStorage.clear();
  server.calls = [];
  server.answer = rotate;
  server.logout = accept;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? init.body : '{}';
    const { refreshToken } = JSON.parse(body) as { refreshToken: unknown };
    const path = new URL(address).pathname;
    const renewal = new Headers(init?.headers).get('idempotency-key');
    server.calls.push({ path, refreshToken, renewal, keepalive: init?.keepalive === true });
    return path === '/api/auth/logout' ? server.logout(init?.signal) : server.answer(init?.signal);
  };
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop();
  channels.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  globalThis.fetch = platformFetch;
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a session that starts', () => {
  it('stores token, refresh token and user and marks the user authenticated (AUTH-01 to AUTH-04, AUTH-33)', () => {
    const { tab, session } = signedInTab();
    expect(stored()).toEqual([session.token, session.refreshToken, JSON.stringify(user)]);
    const idle = { loading: false, error: null, signupLoading: false, signupError: null };
    expect(tab.state()).toEqual({ ...session, ...idle, isAuthenticated: true });
  });

  it('of staff marks requests as background from a minute after the last input (AUTH-S9)', () => {
    const staff = { ...aSession(), user: { ...user, role: 'admin' as const } };
    const { tab } = signedInTab({}, staff);
    const mark = (openedTab = tab) => {
      const headers = new Headers();
      openedTab.hooks.authorize(headers);
      return headers.get('x-background');
    };
    jest.setSystemTime(Date.now() + 59_999);
    expect(mark()).toBeNull();
    jest.setSystemTime(Date.now() + 1);
    expect(mark()).toBe('1');
    tab.noteInput();
    expect(mark()).toBeNull();
    const { tab: shopper } = signedInTab();
    jest.setSystemTime(Date.now() + 120_000);
    expect(mark(shopper)).toBeNull();
  });

  it('is restored at start-up, and its token is sent with every request (AUTH-09, AUTH-22)', () => {
    const session = aSession();
    keep(session);
    const { state, hooks } = openTab();
    expect(state()).toMatchObject({ ...session, isAuthenticated: true });
    expect(sentWith(hooks)).toBe(`Bearer ${session.token}`);
  });

  it.each([
    ['loggedInUser', '{"id":'],
    ['loggedInUser', '{}'],
    ['loggedInUser', 'null'],
    ['token', ''],
  ])(
    'ends with the stored %s "%s", removing only the three keys (AUTH-10 to AUTH-12, SIL-12)',
    (key, text) => {
      keep(aSession());
      localStorage.setItem(key, text);
      for (const other of ['cartItems', 'wishlistItems']) localStorage.setItem(other, '[1]');
      expect(openTab().state()).toMatchObject(signedOut);
      expect(stored()).toEqual(nothingStored);
      expect(['cartItems', 'wishlistItems'].map((other) => localStorage.getItem(other))).toEqual([
        '[1]',
        '[1]',
      ]);
    },
  );

  it('recognises an admin by role or by flag (ROLE-08, CONF-27)', () => {
    const { tab } = signedInTab();
    const isAdminWith = (more: Partial<SessionUser>) => {
      tab.enter({ ...aSession(), user: { ...user, ...more } });
      return selectIsAdmin(tab.store.getState());
    };
    expect([{}, { role: 'admin' as const }, { isAdmin: true }].map(isAdminWith)).toEqual([false, true, true]);
  });

  it('is kept in memory when the browser refuses storage', async () => {
    const { tab, session } = signedInTab({ storage: refusedStorage, locks: undefined });
    expect(tab.state()).toMatchObject({ ...session, isAuthenticated: true });
    expect(await tab.hooks.renew(`Bearer ${session.token}`)).toBe(true);
    expect(tab.state().isAuthenticated).toBe(true);
  });
});

describe('the timer', () => {
  it('renews 5 seconds before the expiry, by /api/refresh-token (AUTH-05, AUTH-06, AUTH-13, AUTH-15, AUTH-20, CONF-20)', async () => {
    const { tab, session } = signedInTab();
    const renewed = aSession(aToken(), 'the next one');
    server.answer = () => Response.json({ success: true, ...renewed });
    await jest.advanceTimersByTimeAsync(894_999);
    expect(server.calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(server.calls).toMatchObject([{ path: '/api/refresh-token', refreshToken: session.refreshToken }]);
    expect(tab.state()).toMatchObject({ ...renewed, isAuthenticated: true });
    expect(stored()).toEqual([renewed.token, renewed.refreshToken, JSON.stringify(user)]);
    server.answer = rotate;
    await jest.advanceTimersByTimeAsync(895_000);
    expect(server.calls).toHaveLength(2);
  });

  it('renews an expired session at once at start-up (AUTH-21)', async () => {
    keep(aSession(aToken({ ageSeconds: 3600 })));
    const { state } = openTab();
    await settle();
    expect(server.calls).toHaveLength(1);
    expect(state().isAuthenticated).toBe(true);
  });

  it("counts the age of a restored token from its receipt, not by the server's clock", async () => {
    const { tab } = signedInTab(undefined, aSession(aToken({ serverAheadMs: 7_200_000 })));
    tab.stop();
    await jest.advanceTimersByTimeAsync(300_000);
    const second = openTab();
    await jest.advanceTimersByTimeAsync(594_999);
    expect(server.calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(server.calls).toHaveLength(1);
    expect(second.state().isAuthenticated).toBe(true);
  });

  it.each([3_600_000, -3_600_000])(
    'works the same on a machine with a clock that is wrong by %d ms',
    async (serverAheadMs) => {
      const { tab } = signedInTab(undefined, aSession(aToken({ serverAheadMs })));
      server.answer = () => Response.json(aSession(aToken({ serverAheadMs })));
      for (const renewals of [1, 2]) {
        await jest.advanceTimersByTimeAsync(894_999);
        expect(server.calls).toHaveLength(renewals - 1);
        await jest.advanceTimersByTimeAsync(1);
        expect(server.calls).toHaveLength(renewals);
      }
      expect(tab.state().isAuthenticated).toBe(true);
    },
  );

  it('renews at once after sleep, when the timer was stopped', async () => {
    const { tab } = signedInTab();
    jest.setSystemTime(Date.now() + 8 * 3_600_000);
    expect(sentWith(tab.hooks)).toBeNull();
    tab.wake();
    await settle();
    expect(server.calls).toHaveLength(1);
    expect(sentWith(tab.hooks)).toBe(`Bearer ${tab.state().token}`);
  });

  it('sends nothing while offline, and renews when the browser is online again', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { tab } = signedInTab();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(server.calls).toEqual([]);
    expect(tab.state().isAuthenticated).toBe(true);
    onLine.mockReturnValue(true);
    tab.wake();
    await settle();
    expect(server.calls).toHaveLength(1);
  });

  it('retries with growing delays while the server fails, without a logout (CONF-72)', async () => {
    const { tab } = signedInTab();
    const answers = [
      offline,
      refuse(503),
      () => new Response('<h1>Sign in to this network</h1>'),
      refuse(403),
      refuse(429),
    ];
    server.answer = () => (answers.shift() ?? (() => Response.json(aSession())))();
    await jest.advanceTimersByTimeAsync(895_000);
    for (const [index, pauseMs] of [5000, 10_000, 20_000, 40_000, 60_000].entries()) {
      await jest.advanceTimersByTimeAsync(pauseMs - 1);
      expect(server.calls).toHaveLength(index + 1);
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(server.calls).toHaveLength(6);
    expect(tab.state()).toMatchObject({ isAuthenticated: true, error: null });
    expect(toasts()).toEqual([]);
  });

  it.each([
    ['also after a reload', undefined],
    ['in memory when the browser refuses storage', refusedStorage],
  ])(
    'keeps the id of a renewal until it is answered, %s, and then uses a new one',
    async (_where, storage) => {
      const environment = storage && { storage };
      const { tab } = signedInTab(environment);
      server.answer = offline;
      await tab.renew('timer');
      const next = storage ? tab : openTab();
      await next.renew('timer');
      server.answer = rotate;
      await next.renew('timer');
      await next.renew('timer');
      const ids = server.calls.map(({ renewal }) => renewal);
      expect(ids[0]).toMatch(/^[\w-]{16,64}$/);
      expect(ids).toEqual([ids[0], ids[0], ids[0], expect.any(String)]);
      expect(ids[3]).not.toBe(ids[0]);
    },
  );

  it('does not loop with tokens of a lifetime below five seconds, and does not renew one that it cannot read', async () => {
    server.answer = () => Response.json(aSession(aToken({ seconds: 3 })));
    const tab = openTab();
    tab.enter(aSession(aToken({ seconds: 3 })));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(server.calls.length).toBeLessThanOrEqual(10);
    expect(tab.state().isAuthenticated).toBe(true);
    server.calls = [];
    tab.enter(aSession('opaque'));
    await jest.advanceTimersByTimeAsync(86_400_000);
    expect(server.calls).toEqual([]);
    expect(sentWith(tab.hooks)).toBe('Bearer opaque');
  });
});

describe('a refused request', () => {
  it('is repeated once with a new token, by /api/auth/refresh (AUTH-23, AUTH-24, CONF-19, CONF-20)', async () => {
    const { tab, session } = signedInTab();
    expect(await tab.hooks.renew(`Bearer ${session.token}`)).toBe(true);
    expect(server.calls).toMatchObject([{ path: '/api/auth/refresh', refreshToken: session.refreshToken }]);
    expect(sentWith(tab.hooks)).not.toBe(`Bearer ${session.token}`);
  });

  it.each([
    ['with locks', {}],
    ['without storage and locks', { storage: refusedStorage, locks: undefined }],
  ])(
    'shares its renewal with all requests refused for the same token, %s (CONF-19)',
    async (_, environment) => {
      const { tab, session } = signedInTab(environment);
      server.answer = slowly;
      const sent = `Bearer ${session.token}`;
      const renewals = Promise.all(Array.from({ length: 20 }, () => tab.hooks.renew(sent)));
      await jest.advanceTimersByTimeAsync(500);
      expect(new Set(await renewals)).toEqual(new Set([true]));
      expect(await tab.hooks.renew(sent)).toBe(true);
      expect(server.calls).toHaveLength(1);
    },
  );

  it('keeps the refresh token when the answer has no new one (AUTH-18)', async () => {
    const { tab, session } = signedInTab();
    server.answer = () => Response.json({ token: aToken(), user });
    await tab.hooks.renew(`Bearer ${session.token}`);
    expect(tab.state()).toMatchObject({ isAuthenticated: true, refreshToken: session.refreshToken });
    expect(tab.state().token).not.toBe(session.token);
  });

  it.each([
    ['401', 'Token refresh failed', refuse(401)],
    ['400', 'Token refresh failed', refuse(400)],
    [
      'that the session expired',
      'You were signed out.',
      refuse(401, 'session-expired', 'You were signed out.'),
    ],
    ['no token', 'No access token received', () => Response.json({ user, refreshToken: 'r' })],
    ['no user', 'No user data received', () => Response.json({ token: aToken(), refreshToken: 'r' })],
  ])(
    'logs out when its renewal answers %s: "%s" (AUTH-16, AUTH-17, AUTH-19, AUTH-25 to AUTH-28, AUTH-31, AUTH-32, ERR-04, ERR-05)',
    async (_what, text, answer) => {
      const { tab, session } = signedInTab();
      server.answer = answer;
      const renewals = [1, 2, 3].map(() => tab.hooks.renew(`Bearer ${session.token}`));
      expect(await Promise.all(renewals)).toEqual([false, false, false]);
      expect(tab.state()).toMatchObject({ user: null, token: null, isAuthenticated: false, error: text });
      expect(stored()).toEqual(nothingStored);
      expect(toasts()).toEqual([text]);
      expect(tab.lost).toHaveBeenCalled();
      expect(server.calls).toHaveLength(1);
    },
  );

  it('that is refused again with the renewed token ends the session, in every tab and on the server, and opens the login (AUTH-26, AUTH-28, CONF-19)', async () => {
    const { one, two, session } = twoTabs();
    await one.hooks.renew(`Bearer ${session.token}`);
    const { token, refreshToken } = one.state();
    // An older token does not affect the current session.
    await one.hooks.refused(`Bearer ${session.token}`);
    await one.hooks.refused(null);
    expect(one.state().isAuthenticated).toBe(true);
    expect(one.lost).not.toHaveBeenCalled();
    await one.hooks.refused(`Bearer ${token}`);
    await settle();
    for (const { state } of [one, two]) expect(state()).toMatchObject(signedOut);
    expect(stored()).toEqual(nothingStored);
    expect(one.lost).toHaveBeenCalledTimes(1);
    expect(server.calls.at(-1)).toMatchObject({ path: '/api/auth/logout', refreshToken });
  });

  it('of a visitor opens the login with "No refresh token found" (AUTH-14, AUTH-30, CONF-21)', async () => {
    const tab = openTab();
    expect(await tab.hooks.renew(null)).toBe(false);
    expect(toasts()).toEqual(['No refresh token found']);
    expect(tab.lost).toHaveBeenCalledTimes(1);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['there is no answer', offline],
    ['another server answers 400', () => new Response('<h1>Sign in to the hotel</h1>', { status: 400 })],
    ['another server answers 401', () => new Response('<h1>Sign in to the hotel</h1>', { status: 401 })],
  ])('does not log out when %s (CONF-72)', async (_what, answer) => {
    const { tab, session } = signedInTab();
    server.answer = answer;
    expect(await tab.hooks.renew(`Bearer ${session.token}`)).toBe(false);
    expect(tab.state()).toMatchObject({ ...session, isAuthenticated: true });
    expect(tab.lost).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  });

  it('times out after 30 seconds without a logout (AUTH-35)', async () => {
    const { tab, session } = signedInTab();
    server.answer = never;
    const outcome = jest.fn();
    void tab.hooks.renew(`Bearer ${session.token}`).then(outcome);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(outcome).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledWith(false);
    expect(tab.state().isAuthenticated).toBe(true);
  });

  it('of an action: "No refresh token available" (AUTH-29, CONF-21)', async () => {
    const tab = openTab();
    expect(await tab.renew('action')).toBe('refused');
    expect(tab.state().error).toBe('No refresh token available');
    expect(toasts()).toEqual(['No refresh token available']);
  });

  it('uses the refresh token from storage when the state has none (AUTH-13)', async () => {
    const tab = openTab();
    keep(aSession(aToken(), 'from-storage'));
    expect(await tab.renew('action')).toBe('renewed');
    expect(server.calls).toMatchObject([{ path: '/api/refresh-token', refreshToken: 'from-storage' }]);
  });
});

it('keeps the cart and the wishlist of a visitor at login, renewal and logout (SIL-11, SIL-12)', async () => {
  const keys = ['cartItems', 'wishlistItems'];
  for (const key of keys) localStorage.setItem(key, '["b"]');
  const { tab } = signedInTab();
  for (const step of [async () => {}, async () => tab.renew('timer'), async () => tab.leave()]) {
    await step();
    expect(keys.map((key) => localStorage.getItem(key))).toEqual(['["b"]', '["b"]']);
  }
});

describe('a logout', () => {
  it.each([
    ['is offline', offline],
    ['meets a failing server', () => new Response('', { status: 503 })],
    ['is rate-limited', () => Response.json({ message: 'Later.' }, { status: 429 })],
    ['is answered by another server', () => new Response('<h1>Sign in to the hotel</h1>')],
  ])('that %s is retried until the shop answers', async (_what, answer) => {
    const { tab, session } = signedInTab();
    server.logout = answer;
    tab.leave();
    await settle();
    expect([tab.state().user, ...stored()]).toEqual([null, ...nothingStored]);
    tab.wake();
    await settle();
    expect(server.calls).toHaveLength(2);
    server.logout = accept;
    await jest.advanceTimersByTimeAsync(60_000);
    tab.wake();
    await jest.advanceTimersByTimeAsync(120_000);
    expect(server.calls).toHaveLength(3);
    const { refreshToken } = session;
    expect(server.calls[2]).toMatchObject({ path: '/api/auth/logout', refreshToken });
  });

  it('in progress continues when its page is left; other requests do not, so that they can be aborted (AUTH-08)', async () => {
    const { tab } = signedInTab({ locks: fakeLocks() });
    await tab.renew('timer');
    server.logout = never;
    tab.leave();
    tab.leavePage();
    const { refreshToken } = server.calls[1] ?? {};
    expect(server.calls).toMatchObject([
      { path: '/api/refresh-token', keepalive: false },
      { path: '/api/auth/logout', keepalive: false },
      { path: '/api/auth/logout', keepalive: true, refreshToken },
    ]);
  });

  it.each([
    ['the same tab', {}, false],
    ['the same tab without locks', { locks: undefined }, false],
    ['another tab', {}, true],
  ])(
    'in progress delays a login in %s by up to three seconds, and is retried afterwards',
    async (_where, environment, isOther) => {
      const { tab, session } = signedInTab(environment);
      server.logout = never;
      tab.leave();
      const { signInExclusively } = isOther ? openTab(environment) : tab;
      const signIn = jest.fn(async () => 'answer');
      const signedIn = signInExclusively(signIn);
      await jest.advanceTimersByTimeAsync(2999);
      expect(signIn).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(signIn).toHaveBeenCalledTimes(1);
      expect(await signedIn).toBe('answer');
      server.logout = accept;
      await jest.advanceTimersByTimeAsync(60_000);
      const { refreshToken } = session;
      expect(server.calls).toMatchObject([{ refreshToken }, { refreshToken }]);
      expect(await signInExclusively(async () => 'at once')).toBe('at once');
    },
  );

  it('aborts the renewal in progress in every tab, whose answer would set the cookie of an ended session', async () => {
    const { one, two } = twoTabs();
    server.answer = neverRenew;
    const renewal = one.renew('timer');
    await settle();
    expect(renewalSignal?.aborted).toBe(false);
    two.leave();
    expect(renewalSignal?.aborted).toBe(true);
    await renewal;
    expect([one.state().user, ...stored(), ...toasts()]).toEqual([null, ...nothingStored]);
  });
});

describe('a login', () => {
  it('aborts the renewal of another tab after waiting three seconds', async () => {
    const { one, two, session: old } = twoTabs();
    server.answer = neverRenew;
    const renewal = one.hooks.renew(`Bearer ${old.token}`);
    const next = aSession();
    const signedIn = two.signInExclusively(async () => two.enter(next));
    await jest.advanceTimersByTimeAsync(2999);
    expect(renewalSignal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await signedIn;
    await renewal;
    expect(renewalSignal?.aborted).toBe(true);
    expect([one.state().token, two.state().token, stored()[0]]).toEqual([next.token, next.token, next.token]);
  });

  it('works without locks, and a renewal too', async () => {
    const request = () => Promise.reject(new DOMException('no storage', 'SecurityError'));
    const tab = openTab({ locks: { request: request as unknown as LockManager['request'] } });
    const session = aSession();
    await tab.signInExclusively(async () => tab.enter(session));
    expect(tab.state().token).toBe(session.token);
    expect(await tab.renew('timer')).toBe('renewed');
    tab.leave();
    await settle();
    expect(paths()).toEqual(['/api/refresh-token', '/api/auth/logout']);
  });

  it.each([
    ['brings tokens', () => Response.json({ success: true, ...aSession(aToken(), 'late') })],
    ['refuses', refuse(401)],
  ])('is not affected by the late answer of an earlier renewal that %s', async (_what, late) => {
    const { tab } = signedInTab({ locks: undefined });
    const { renewal, arrive } = await heldRenewal(tab);
    tab.leave();
    const next = aSession();
    tab.enter(next);
    arrive(late());
    await renewal;
    expect(tab.state().token).toBe(next.token);
    expect(stored()).toEqual([next.token, next.refreshToken, JSON.stringify(user)]);
  });
});

describe('two tabs', () => {
  it('are signed in by one login and out by one logout, which ends the session on the server (AUTH-07, AUTH-08)', () => {
    const [one, two] = [openTab(), openTab()];
    const session = aSession();
    one.enter(session);
    expect(two.state()).toMatchObject({ ...session, isAuthenticated: true });
    two.leave();
    expect([one.state().user, two.state().user]).toEqual([null, null]);
    expect(stored()).toEqual(nothingStored);
    expect(server.calls).toMatchObject([{ path: '/api/auth/logout', refreshToken: session.refreshToken }]);
  });

  it('synchronise through storage without a channel, also when the shopper clears the browser data', () => {
    const [one, two] = [openTab({ channel: undefined }), openTab({ channel: undefined })];
    const session = aSession();
    one.enter(session);
    two.onStorage({ key: 'token', newValue: session.token });
    expect(two.state()).toMatchObject(session);
    one.leave();
    two.onStorage({ key: 'token', newValue: null });
    expect(two.state().user).toBeNull();
    one.enter(session);
    localStorage.clear();
    one.onStorage({ key: null, newValue: null });
    expect(one.state().user).toBeNull();
  });

  it.each([
    ['with locks', locks],
    ['without locks', undefined],
  ])('renew once for both in a hundred rounds, without a logout: %s', async (_what, ownLocks) => {
    const { one, two } = twoTabs({ locks: ownLocks });
    let valid = one.state().refreshToken;
    server.answer = () => {
      const { refreshToken } = server.calls.at(-1) ?? {};
      if (refreshToken !== valid) return refuse(401)();
      const next = aSession();
      valid = next.refreshToken;
      return Response.json(next);
    };
    for (let round = 1; round <= 100; round += 1) {
      const sent = `Bearer ${one.state().token}`;
      const first = one.hooks.renew(sent);
      const second = two.hooks.renew(sent);
      await jest.advanceTimersByTimeAsync(1000);
      expect(await Promise.all([first, second])).toEqual([true, true]);
      expect(server.calls).toHaveLength(round);
    }
    expect(one.state().token).toBe(two.state().token);
    expect([one.state().isAuthenticated, two.state().isAuthenticated]).toEqual([true, true]);
  });

  it.each([
    ['wait for a tab that crashed during a renewal no longer than its lease', 8000, 7000],
    ['ignore a lease written before the clock was set back', 3_600_000, 0],
  ])('%s', async (_what, leaseMs, waitMs) => {
    const { tab, session } = signedInTab({ locks: undefined });
    localStorage.setItem('kinmel:renewing', String(Date.now() + leaseMs));
    const renewal = tab.hooks.renew(`Bearer ${session.token}`);
    await jest.advanceTimersByTimeAsync(waitMs);
    expect(server.calls).toHaveLength(waitMs === 0 ? 1 : 0);
    await jest.advanceTimersByTimeAsync(1100);
    expect(await renewal).toBe(true);
  });

  it('drop and revoke a renewal of one when the other logs out in the meantime', async () => {
    const { one, two, session } = twoTabs();
    const { renewal, arrive } = await heldRenewal(one);
    two.leave();
    arrive(Response.json(aSession(aToken(), 'late')));
    expect(await renewal).toBe('refused');
    for (const { state } of [one, two]) expect(state()).toMatchObject(signedOut);
    expect(stored()).toEqual(nothingStored);
    expect(server.calls.filter(({ path }) => path === '/api/auth/logout')).toMatchObject([
      { refreshToken: session.refreshToken },
      { refreshToken: 'late' },
    ]);
  });

  it("never repeat one user's request as another", async () => {
    const { tab: one, session } = signedInTab({ channel: undefined });
    keep({ ...aSession(), user: other });
    expect(await one.hooks.renew(`Bearer ${session.token}`)).toBe(false);
    expect(one.state().user?.id).toBe(other.id);
    expect(server.calls).toEqual([]);
  });

  it('keep an account that was changed during a renewal (PROF-20)', async () => {
    const { one, two } = twoTabs();
    const { renewal, arrive } = await heldRenewal(one);
    const changed = { ...user, name: 'New Name' };
    two.change(changed);
    const next = aSession();
    arrive(Response.json({ success: true, ...next }));
    expect(await renewal).toBe('renewed');
    for (const { state } of [one, two]) expect(state()).toMatchObject({ token: next.token, user: changed });
    expect(stored()).toEqual([next.token, next.refreshToken, JSON.stringify(changed)]);
  });

  it('keep the renewed tokens of one when the other changes the account before it is notified', async () => {
    const { one, two } = twoTabs({ channel: undefined });
    jest.advanceTimersByTime(60_000);
    expect(await two.renew('timer')).toBe('renewed');
    const { token, refreshToken } = two.state();
    const changed = { ...user, name: 'New Name' };
    one.change(changed);
    expect(stored()).toEqual([token, refreshToken, JSON.stringify(changed)]);
    expect(one.state()).toMatchObject({ token, refreshToken, user: changed });
  });

  it('stay logged out when one logs out and the other was renewing before it is notified', async () => {
    const { one, two } = twoTabs({ channel: undefined });
    const { renewal, arrive } = await heldRenewal(one);
    two.leave();
    const next = aSession();
    arrive(Response.json({ success: true, ...next }));
    expect(await renewal).toBe('refused');
    expect([one.state().user, ...stored()]).toEqual([null, ...nothingStored]);
    const { refreshToken } = next;
    expect(server.calls.at(-1)).toMatchObject({ path: '/api/auth/logout', refreshToken });
  });

  it('stay logged out when one logs out and the other changes the account before it is notified', () => {
    const { one, two } = twoTabs({ channel: undefined });
    two.leave();
    one.change({ ...user, name: 'New Name' });
    expect(stored()).toEqual(nothingStored);
  });

  it('see a changed account at once, with unchanged tokens', () => {
    const { one, two, session } = twoTabs();
    one.change({ ...user, name: 'Asha', profileImage: '/uploads/avatars/a/256.webp' });
    expect(two.state()).toMatchObject({ token: session.token, user: { name: 'Asha' } });
    expect(JSON.parse(localStorage.getItem('loggedInUser') ?? '')).toMatchObject({ name: 'Asha' });
  });
});

const orders = injectEndpoints((build) => ({
  testOrders: build.query<string, void>({ queryFn: () => ({ data: 'mine' }), providesTags: ['Order'] }),
}));

it.each([
  ['logs out', (tab: ReturnType<typeof openTab>) => tab.leave()],
  ['is another one', (tab: ReturnType<typeof openTab>) => tab.enter({ ...aSession(), user: other })],
])('drops cached answers when the user %s', async (_what, change) => {
  const { tab } = signedInTab();
  await settle();
  const query = tab.store.dispatch(orders.endpoints.testOrders.initiate());
  await query;
  query.unsubscribe();
  await settle();
  const answer = () => orders.endpoints.testOrders.select()(tab.store.getState()).data;
  expect(answer()).toBe('mine');
  change(tab);
  await settle();
  expect(answer()).toBeUndefined();
});
