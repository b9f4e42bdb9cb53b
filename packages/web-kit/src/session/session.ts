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
import { type KeptSession, sessionStorageOf } from './session-storage.ts';
import { readUser, type SessionUser } from './session-user.ts';
import { tokenTimes } from './token-lifetime.ts';

/** What a session takes from its browser; tests give two sessions the two ends of one. */
export interface SessionEnvironment {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
}

/**
 * What became of a renewal. `refused`: nobody is signed in any more. `unreachable`: no verdict, so nothing changes:
 * a network that fails or a server in trouble never logs anybody out.
 */
type Renewal = 'renewed' | 'refused' | 'unreachable';

/** Who asks, and so by which path and with which text for a missing refresh token. */
const askers = {
  request: { path: '/api/auth/refresh', nothing: 'No refresh token found' },
  timer: { path: '/api/refresh-token', nothing: 'No refresh token found' },
  action: { path: '/api/refresh-token', nothing: 'No refresh token available' },
} as const;

/** How long a login waits for what is under way, in milliseconds. */
const loginPatienceMs = 3000;
/** How long before its expiry a token is renewed, in milliseconds. */
const renewBeforeMs = 5000;
const firstRetryMs = 5000;
const longestRetryMs = 60_000;
/** The largest delay that a browser's timer keeps. */
const longestTimerMs = 2_147_483_647;

const filled = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function readSession(answer: unknown): SignedInSession | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { token, refreshToken, user } = answer as Partial<Record<keyof SignedInSession, unknown>>;
  const person = readUser(user);
  return filled(token) && filled(refreshToken) && person
    ? { token: String(token), refreshToken: String(refreshToken), user: person }
    : undefined;
}

/** One tab's side of the session: state, storage, timer, and one renewal for all requests of all tabs. */
export function createSession(store: AppStore, environment: SessionEnvironment) {
  const { locks, channel } = environment;
  const alone = <T>(run: () => Promise<T>, options?: ExclusiveOptions) =>
    exclusively(locks, environment.storage, run, options);
  const logouts = createLogouts((until, cut) => void alone(() => until, { cut }));
  const storage = sessionStorageOf(environment.storage);
  const state = () => store.getState().session;

  let renewing: Promise<Renewal> | undefined;
  /** Of the renewal under way. */
  let cut = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let onLost = () => {};
  let lifetimeMs = Number.POSITIVE_INFINITY;
  let receivedAt = 0;
  /** The same moment by the clock that nobody can set. */
  let receivedTick = 0;

  /** The token's age: by the clock that ran further, as the steady one may rest while a laptop sleeps. */
  const ageMs = () => Math.max(performance.now() - receivedTick, Date.now() - receivedAt);
  const isExpired = () => ageMs() >= lifetimeMs;

  /** What was asked for as somebody else is forgotten, once the pages that show it are gone. */
  const forgetAnswers = () => {
    setTimeout(() => store.dispatch(api.util.invalidateTags(['Order', 'Profile'])));
  };

  const planRenewal = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(renewInTime, Math.min(delayMs, longestTimerMs));
  };

  function adopt(session: SignedInSession, received?: number): void {
    const before = state();
    store.dispatch(signedIn(session));
    if (before.user?.id !== session.user.id) forgetAnswers();
    if (before.token === session.token) return;
    const times = tokenTimes(session.token);
    const now = Date.now();
    receivedAt = received ?? times?.issuedAt ?? now;
    // From the future: this machine's clock was set back since, so that its age is anybody's guess. It is renewed.
    if (receivedAt > now + 1000) receivedAt = 0;
    receivedTick = performance.now() - Math.min(now - receivedAt, times?.lifetimeMs ?? 0);
    lifetimeMs = times?.lifetimeMs ?? Number.POSITIVE_INFINITY;
    retryMs = firstRetryMs;
    clearTimeout(timer);
    // A token that lives shorter than the five seconds must not be renewed in a loop.
    const least = received !== undefined && now - received < 1000 ? 1000 : 0;
    if (times) planRenewal(Math.max(lifetimeMs - renewBeforeMs - ageMs(), least));
  }

  /** Login, signup and refresh: stores it, and signs in every other tab. */
  function enter(session: SignedInSession, received = Date.now()): void {
    const kept: KeptSession = { session, receivedAt: received };
    storage.write(kept);
    adopt(session, received);
    channel?.postMessage(kept);
  }

  function forget(): void {
    clearTimeout(timer);
    // Its answer would set the cookie half of a session that is over.
    cut.abort();
    if (!state().isAuthenticated) return;
    store.dispatch(signedOut());
    forgetAnswers();
  }

  /** Ends the session, in every tab. */
  function exit(): void {
    storage.clear();
    forget();
    channel?.postMessage(null);
  }

  function leave(): void {
    const { refreshToken } = state();
    exit();
    if (refreshToken) logouts.send(refreshToken);
  }

  function fail(text: string): Renewal {
    exit();
    store.dispatch(signInChanged({ error: text }));
    toast.error(text);
    return 'refused';
  }

  /** Another tab logged out, whether or not this one has heard of it yet. */
  const hasLeft = () => storage.holds() && storage.read() === undefined;
  const isOf = (person: SessionUser | null) => state().user?.id === person?.id;

  /** `before` is the session as it was when the renewal was asked for. */
  async function renewAlone(
    { path, nothing }: (typeof askers)[keyof typeof askers],
    before: SessionState,
  ): Promise<Renewal> {
    const kept = storage.read();
    if (before.token) {
      // While this tab waited for its turn, another one may have renewed or logged out.
      // What its channel told is newer than what storage shows in the same moment.
      if (storage.holds() && state().token === before.token) {
        if (kept) adopt(kept.session, kept.receivedAt);
        else forget();
      }
      const { token } = state();
      if (!token) return 'refused';
      // A request of one person is never repeated as another.
      if (token !== before.token) return isOf(before.user) ? 'renewed' : 'unreachable';
    }
    const refreshToken = before.refreshToken ?? kept?.session.refreshToken;
    if (!refreshToken) return fail(nothing);

    const asked = state();
    const answer = await post(path, { refreshToken }, { renewal: storage.renewal(), cut });
    // Meanwhile somebody signed in anew, and what was answered is about the past.
    if (state().token && state().refreshToken !== asked.refreshToken)
      return isOf(before.user) ? 'renewed' : 'unreachable';
    // Only in the shop's own words: a proxy or the sign-in page of a network may say 401, too.
    if (answer?.body && (answer.status === 400 || answer.status === 401)) return fail('Token refresh failed');
    if (!answer?.body || answer.status < 200 || answer.status >= 300) return 'unreachable';
    const token = filled(answer.body.token);
    const user = readUser(answer.body.user);
    const nextRefreshToken = filled(answer.body.refreshToken) ?? refreshToken;
    if (before.token && (!state().token || hasLeft())) {
      // Logged out while the answer was on its way: what it brings must not live.
      forget();
      logouts.send(nextRefreshToken);
      return 'refused';
    }
    if (!token) return fail('No access token received');
    if (!user) return fail('No user data received');
    if (state().user && state().user?.id !== user.id) return 'unreachable';
    // A profile that was saved meanwhile is newer than the one of the answer.
    const known = state().user;
    enter({ token, refreshToken: nextRefreshToken, user: known && known !== asked.user ? known : user });
    return 'renewed';
  }

  /** One renewal at a time in this tab, and by the lock in all tabs together. */
  function renew(asker: keyof typeof askers): Promise<Renewal> {
    if (!renewing) {
      const before = state();
      cut = new AbortController();
      renewing = alone(() => renewAlone(askers[asker], before), { cut }).finally(() => {
        renewing = undefined;
      });
    }
    return renewing;
  }

  function renewInTime(): void {
    clearTimeout(timer);
    // Offline there is nothing to ask; the browser says when that changes.
    if (!state().token || !navigator.onLine) return;
    void renew('timer').then((renewal) => {
      if (renewal !== 'unreachable') return;
      planRenewal(retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    });
  }

  /** After a sleep, a night in the background or a time offline: timers stood still, so the age is looked at anew. */
  function wake(): void {
    logouts.sendAgain();
    if (state().token && ageMs() >= lifetimeMs - renewBeforeMs) renewInTime();
  }

  /** Another tab wrote or removed the token, or the shopper cleared the browser's data. */
  function onStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (key !== 'token' && key !== null) return;
    const kept = storage.read();
    if (kept) adopt(kept.session, kept.receivedAt);
    else if (newValue === null) forget();
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<KeptSession | null>) => {
      if (data) adopt(data.session, data.receivedAt);
      else forget();
    };
  }

  const hooks: SessionHooks = {
    authorize: (headers) => {
      const { token } = state();
      // An expired one would only be refused; without it, what is public is answered at once.
      if (token && !isExpired()) headers.set('authorization', `Bearer ${token}`);
    },
    renew: async (sent) => {
      const { token } = state();
      // Another request's renewal may have come before this refusal.
      if (token && !isExpired() && sent !== `Bearer ${token}`) return true;
      const renewal = await renew('request');
      if (renewal === 'refused') onLost();
      return renewal === 'renewed';
    },
    refused: async (sent) => {
      // Of an older token it says nothing about the session of now.
      if (!state().token || sent !== `Bearer ${state().token}`) return;
      leave();
      onLost();
    },
  };

  return {
    hooks,
    enter,
    /** An answer of the shape of login, signup and refresh. */
    enterAnswer: (answer: unknown): boolean => {
      const session = readSession(answer);
      if (session) enter(session);
      return session !== undefined;
    },
    wake,
    onStorage,
    /** What is whole is taken over, anything else of the three keys is removed. */
    restore: () => {
      const kept = storage.read();
      if (kept) adopt(kept.session, kept.receivedAt);
      else storage.clear();
    },
    leave,
    change: (user: SessionUser) => {
      if (hasLeft()) return;
      const kept = storage.read();
      // Renewed by a tab that this one has not heard yet: the older tokens must not take the place of its own.
      if (kept && (kept.receivedAt ?? 0) > receivedAt) adopt(kept.session, kept.receivedAt);
      const { token, refreshToken } = state();
      if (token && isOf(user)) enter({ token, refreshToken, user }, receivedAt);
    },
    /**
     * Runs a login or a signup while no renewal and no logout of any tab is under way: all of them set or take the one cookie
     * half of the browser, and the last answer would win. What takes longer than three seconds is cut off.
     */
    signInAlone: <T>(run: () => Promise<T>) => alone(run, { patienceMs: loginPatienceMs }),
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
