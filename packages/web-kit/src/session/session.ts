import { backgroundHeader } from '@kinmel/contracts/browser';
import { api, type SessionHooks } from '../requests/api.ts';
import type { AppStore } from '../state/store.ts';
import { toast } from '../state/toast.ts';
import { type ExclusiveOptions, exclusively } from './exclusively.ts';
import { createLogouts } from './logouts.ts';
import { post } from './post.ts';
import {
  type SessionState,
  type SignedInSession,
  signedIn,
  signedOut,
  signInChanged,
} from './session.slice.ts';
import { type StoredSession, sessionStorageOf } from './session-storage.ts';
import { isAdmin, readUser, type SessionUser } from './session-user.ts';

/** The parts of the browser that a session uses; tests connect two sessions. */
export interface SessionEnvironment {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
}

/**
 * The result of a renewal. `refused`: the session is over. `unreachable`: no result, and nothing changes: a network
 * failure or a failing server never logs a user out.
 */
type Renewal = 'renewed' | 'refused' | 'unreachable';

/** The kind of renewal, which decides its path and the error text for a missing refresh token. */
const renewalKinds = {
  request: { path: '/api/auth/refresh', missingTokenText: 'No refresh token found' },
  timer: { path: '/api/refresh-token', missingTokenText: 'No refresh token found' },
  action: { path: '/api/refresh-token', missingTokenText: 'No refresh token available' },
} as const;

/** How long a login waits for other requests, in milliseconds. */
const loginMaxWaitMs = 3000;
/** How long before its expiry a token is renewed, in milliseconds. */
const renewBeforeMs = 5000;
const firstRetryMs = 5000;
const maxRetryMs = 60_000;
/** How long after keyboard or pointer input a request counts as activity, in milliseconds. */
const activityMs = 60_000;
/** The largest delay of a browser timer. */
const maxTimerMs = 2_147_483_647;

interface TokenTimes {
  /** When it was signed, in milliseconds of the server's clock. */
  readonly issuedAt: number;
  readonly lifetimeMs: number;
}

/**
 * The lifetime of an access token. Only the difference of its two times is used: the server's clock and this machine's
 * may differ. Undefined when it cannot be read; the session then renews on a 401 only.
 */
function tokenTimes(token: string): TokenTimes | undefined {
  try {
    const claims = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { iat?: unknown; exp?: unknown };
    const lifetimeMs = (Number(claims.exp) - Number(claims.iat)) * 1000;
    return lifetimeMs > 0 ? { issuedAt: Number(claims.iat) * 1000, lifetimeMs } : undefined;
  } catch {
    return undefined;
  }
}

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function readSession(answer: unknown): SignedInSession | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { token, refreshToken, user } = answer as Partial<Record<keyof SignedInSession, unknown>>;
  const person = readUser(user);
  return nonEmptyText(token) && nonEmptyText(refreshToken) && person
    ? { token: String(token), refreshToken: String(refreshToken), user: person }
    : undefined;
}

/** One tab's side of the session: state, storage, timer, and one renewal for all requests of all tabs. */
export function createSession(store: AppStore, environment: SessionEnvironment) {
  const { locks, channel } = environment;
  const runExclusive = <T>(run: () => Promise<T>, options?: ExclusiveOptions) =>
    exclusively(locks, environment.storage, run, options);
  const logouts = createLogouts((until, controller) => void runExclusive(() => until, { controller }));
  const storage = sessionStorageOf(environment.storage);
  const state = () => store.getState().session;

  let renewing: Promise<Renewal> | undefined;
  /** Aborts the renewal in progress. */
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let onLost = () => {};
  let lifetimeMs = Number.POSITIVE_INFINITY;
  let receivedAt = 0;
  /** The same moment on the monotonic clock. */
  let receivedTick = 0;
  // Opening the page counts as input.
  let lastInputAt = Date.now();

  /** The token's age: the larger of both clocks, as the monotonic one may stop while a laptop sleeps. */
  const ageMs = () => Math.max(performance.now() - receivedTick, Date.now() - receivedAt);
  const isExpired = () => ageMs() >= lifetimeMs;

  /** Drops cached answers of the previous user, once the pages that show them are unmounted. */
  const dropUserAnswers = () => {
    setTimeout(() => store.dispatch(api.util.invalidateTags(['Order', 'Profile'])));
  };

  const planRenewal = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(renewOnTimer, Math.min(delayMs, maxTimerMs));
  };

  function adopt(session: SignedInSession, received?: number): void {
    const stateBefore = state();
    store.dispatch(signedIn(session));
    if (stateBefore.user?.id !== session.user.id) dropUserAnswers();
    if (stateBefore.token === session.token) return;
    const times = tokenTimes(session.token);
    const now = Date.now();
    receivedAt = received ?? times?.issuedAt ?? now;
    // In the future: the clock was set back, so the age is unknown and the token is renewed.
    if (receivedAt > now + 1000) receivedAt = 0;
    receivedTick = performance.now() - Math.min(now - receivedAt, times?.lifetimeMs ?? 0);
    lifetimeMs = times?.lifetimeMs ?? Number.POSITIVE_INFINITY;
    retryMs = firstRetryMs;
    clearTimeout(timer);
    // A token with a lifetime below five seconds must not be renewed in a loop.
    const minDelayMs = received !== undefined && now - received < 1000 ? 1000 : 0;
    if (times) planRenewal(Math.max(lifetimeMs - renewBeforeMs - ageMs(), minDelayMs));
  }

  /** Login, signup and renewal: stores the session, and signs in every other tab. */
  function enter(session: SignedInSession, received = Date.now()): void {
    const storedSession: StoredSession = { session, receivedAt: received };
    storage.write(storedSession);
    adopt(session, received);
    channel?.postMessage(storedSession);
  }

  function clearTabState(): void {
    clearTimeout(timer);
    // The answer of a running renewal would set the cookie of an ended session.
    controller.abort();
    if (!state().isAuthenticated) return;
    store.dispatch(signedOut());
    dropUserAnswers();
  }

  /** Ends the session in every tab. */
  function endInAllTabs(): void {
    storage.clear();
    clearTabState();
    channel?.postMessage(null);
  }

  function leave(): void {
    const { refreshToken } = state();
    endInAllTabs();
    if (refreshToken) logouts.send(refreshToken);
  }

  function fail(text: string): Renewal {
    endInAllTabs();
    store.dispatch(signInChanged({ error: text }));
    toast.error(text);
    return 'refused';
  }

  /** Another tab has logged out, even if this one was not notified yet. */
  const isLoggedOutElsewhere = () => storage.isAvailable() && storage.read() === undefined;
  const isSignedInAs = (person: SessionUser | null) => state().user?.id === person?.id;

  /** `stateBefore` is the session when the renewal was requested. */
  async function renewExclusively(
    { path, missingTokenText }: (typeof renewalKinds)[keyof typeof renewalKinds],
    stateBefore: SessionState,
  ): Promise<Renewal> {
    const storedSession = storage.read();
    if (stateBefore.token) {
      // While this tab waited, another one may have renewed or logged out. The channel's message is newer than what
      // storage shows at the same moment.
      if (storage.isAvailable() && state().token === stateBefore.token) {
        if (storedSession) adopt(storedSession.session, storedSession.receivedAt);
        else clearTabState();
      }
      const { token } = state();
      if (!token) return 'refused';
      // A request of one user is never repeated as another.
      if (token !== stateBefore.token) return isSignedInAs(stateBefore.user) ? 'renewed' : 'unreachable';
    }
    const refreshToken = stateBefore.refreshToken ?? storedSession?.session.refreshToken;
    if (!refreshToken) return fail(missingTokenText);

    const stateAtRequest = state();
    const answer = await post(path, { refreshToken }, { renewal: storage.renewal(), controller });
    // A login in the meantime makes the answer stale.
    if (state().token && state().refreshToken !== stateAtRequest.refreshToken)
      return isSignedInAs(stateBefore.user) ? 'renewed' : 'unreachable';
    // Only the shop's own answer counts: a proxy or a captive portal may answer 401 too.
    if (answer?.body && (answer.status === 400 || answer.status === 401)) {
      // Only this refusal has a message for the user: that the session reached its maximum age.
      const { code, message } = answer.body;
      return fail((code === 'session-expired' && nonEmptyText(message)) || 'Token refresh failed');
    }
    if (!answer?.body || answer.status < 200 || answer.status >= 300) return 'unreachable';
    const token = nonEmptyText(answer.body.token);
    const user = readUser(answer.body.user);
    const nextRefreshToken = nonEmptyText(answer.body.refreshToken) ?? refreshToken;
    if (stateBefore.token && (!state().token || isLoggedOutElsewhere())) {
      // The user logged out before the answer arrived, so its token must not be used.
      clearTabState();
      logouts.send(nextRefreshToken);
      return 'refused';
    }
    if (!token) return fail('No access token received');
    if (!user) return fail('No user data received');
    if (state().user && state().user?.id !== user.id) return 'unreachable';
    // A profile that was saved in the meantime is newer than the one in the answer.
    const currentUser = state().user;
    enter({
      token,
      refreshToken: nextRefreshToken,
      user: currentUser && currentUser !== stateAtRequest.user ? currentUser : user,
    });
    return 'renewed';
  }

  /** One renewal at a time in this tab, and by the lock in all tabs. */
  function renew(kind: keyof typeof renewalKinds): Promise<Renewal> {
    if (!renewing) {
      const stateBefore = state();
      controller = new AbortController();
      renewing = runExclusive(() => renewExclusively(renewalKinds[kind], stateBefore), {
        controller,
      }).finally(() => {
        renewing = undefined;
      });
    }
    return renewing;
  }

  function renewOnTimer(): void {
    clearTimeout(timer);
    // While offline there is nothing to request; the browser reports when that changes.
    if (!state().token || !navigator.onLine) return;
    void renew('timer').then((renewal) => {
      if (renewal !== 'unreachable') return;
      planRenewal(retryMs);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    });
  }

  /** Timers are late after sleep, in a throttled background tab or after a time offline, so the age is checked again. */
  function wake(): void {
    logouts.sendAgain();
    if (state().token && ageMs() >= lifetimeMs - renewBeforeMs) renewOnTimer();
  }

  /** Another tab wrote or removed the token, or the shopper cleared the browser data. */
  function onStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (key !== 'token' && key !== null) return;
    const storedSession = storage.read();
    if (storedSession) adopt(storedSession.session, storedSession.receivedAt);
    else if (newValue === null) clearTabState();
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<StoredSession | null>) => {
      if (data) adopt(data.session, data.receivedAt);
      else clearTabState();
    };
  }

  const hooks: SessionHooks = {
    // Requests of staff are activity for a minute after the last key press or pointer input in this page. Later ones, such
    // as polls, are marked as background (AUTH-S9). A renewal carries no access token, so it is never activity.
    authorize: (headers) => {
      const { token } = state();
      // An expired token would only be refused; without it, public content is answered at once.
      if (!token || isExpired()) return;
      headers.set('authorization', `Bearer ${token}`);
      if (isAdmin(state().user) && Date.now() - lastInputAt >= activityMs) headers.set(backgroundHeader, '1');
    },
    renew: async (authorization) => {
      const { token } = state();
      // Another request may have renewed the session before this refusal.
      if (token && !isExpired() && authorization !== `Bearer ${token}`) return true;
      const renewal = await renew('request');
      if (renewal === 'refused') onLost();
      return renewal === 'renewed';
    },
    refused: async (authorization) => {
      // The refusal of an older token does not concern the current session.
      if (!state().token || authorization !== `Bearer ${state().token}`) return;
      leave();
      onLost();
    },
  };

  return {
    hooks,
    enter,
    /** Starts a session from the answer to a login, signup or renewal; false when it is incomplete. */
    enterAnswer: (answer: unknown): boolean => {
      const session = readSession(answer);
      if (session) enter(session);
      return session !== undefined;
    },
    wake,
    /** Called on keyboard and pointer input. */
    noteInput: () => {
      lastInputAt = Date.now();
    },
    onStorage,
    /** Restores a complete session; removes anything else from the three keys. */
    restore: () => {
      const storedSession = storage.read();
      if (storedSession) adopt(storedSession.session, storedSession.receivedAt);
      else storage.clear();
    },
    leave,
    change: (user: SessionUser) => {
      if (isLoggedOutElsewhere()) return;
      const storedSession = storage.read();
      // Renewed by another tab whose message has not arrived: its newer tokens must not be replaced.
      if (storedSession && (storedSession.receivedAt ?? 0) > receivedAt)
        adopt(storedSession.session, storedSession.receivedAt);
      const { token, refreshToken } = state();
      if (token && isSignedInAs(user)) enter({ token, refreshToken, user }, receivedAt);
    },
    /**
     * Runs a login or a signup while no tab renews or logs out: all of them change the browser's one cookie half, and
     * the last answer would win. Renewals and logouts that take longer than three seconds are aborted.
     */
    signInExclusively: <T>(run: () => Promise<T>) => runExclusive(run, { maxWaitMs: loginMaxWaitMs }),
    renew,
    leavePage: logouts.sendOnLeaving,
    onLost: (listener: () => void) => {
      onLost = listener;
    },
    stop: () => {
      clearTimeout(timer);
      logouts.stop();
      channel?.close();
    },
  };
}

export type Session = ReturnType<typeof createSession>;
