import { type AnswerOf, getLiveSession } from '@kinmel/contracts';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem-error.ts';
import type { ServiceClient } from '../service-calls/service-client.ts';
import type { Identity } from './token-verifier.ts';

/** User and current role of a live session. */
export type LiveSession = NonNullable<AnswerOf<typeof getLiveSession>['data']>;

export type LiveSessions = ReturnType<typeof createLiveSessions>;

export interface LiveSessionsOptions {
  /**
   * The current state of the session; null when it has ended or never existed. `isBackground`: the call does not count
   * as activity of its person.
   */
  readonly find: (sessionId: string, isBackground: boolean) => Promise<LiveSession | null>;
  /** Maximum number of cached sessions; the least recently used are evicted first. */
  readonly maxCached?: number | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

export interface Confirmation {
  /** Asks auth even when the session is cached. */
  readonly isFresh?: boolean;
  /** The page sent the request without an action of the person, such as a poll or a picture. It does not extend a session of staff (AUTH-S9). */
  readonly isBackground?: boolean;
}

/** Cache lifetime, and so the longest time that an ended session stays usable. */
const cacheMs = 1_000;

/**
 * Checks what an access token cannot tell: whether its session is still live, and the current role of the user. Used
 * for admin tokens and for the address of an account, with results cached for a second (decision 33).
 */
export function createLiveSessions({
  find,
  maxCached = 1_000,
  now = () => performance.now(),
}: LiveSessionsOptions) {
  type CachedSession = { session: Promise<LiveSession | null>; askedAtMs: number; isBackground: boolean };
  const cache = new LRUCache<string, CachedSession>({ max: maxCached });

  function current(sessionId: string, { isFresh = false, isBackground = false }: Confirmation) {
    const entry = cache.get(sessionId);
    // A background call does not record activity at auth, so its cached answer serves only background calls.
    const isReusable = isBackground || entry?.isBackground === false;
    if (entry && isReusable && !isFresh && now() - entry.askedAtMs < cacheMs) return entry.session;
    const session = find(sessionId, isBackground);
    cache.set(sessionId, { session, askedAtMs: now(), isBackground });
    // Failures are not cached; the circuit breaker of the client limits retries.
    session.catch(() => {
      if (cache.get(sessionId)?.session === session) cache.delete(sessionId);
    });
    return session;
  }

  return {
    /**
     * The caller with the current roles, name and address. Rejects with `not-signed-in` when the session has ended or the
     * account was deleted, with `service-unavailable` when auth does not answer.
     */
    async confirm(caller: Identity, confirmation: Confirmation = {}): Promise<Identity> {
      const session = await current(caller.sessionId, confirmation).catch((error: unknown) => {
        throw sessionUnknown(error);
      });
      if (session?.userId !== caller.userId) {
        throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      }
      const { needsPasskey: _cachedFlag, ...person } = caller;
      const { role, staffRoles, name, email, provedAt, needsPasskey } = session;
      const proof = provedAt === undefined ? {} : { provedAt: new Date(provedAt) };
      return {
        ...person,
        role,
        staffRoles,
        name,
        ...(needsPasskey ? { needsPasskey } : {}),
        ...proof,
        ...(email === undefined ? {} : { email }),
      };
    },
  };
}

const sessionUnknown = (cause: unknown) =>
  new ProblemError(
    'service-unavailable',
    'We cannot check right now whether you are still signed in. Please try again in a moment.',
    undefined,
    { cause, retryAfterSeconds: 2 },
  );

/** Reads the live session from auth. */
export const liveSessionFrom =
  (auth: ServiceClient): LiveSessionsOptions['find'] =>
  async (sessionId, isBackground) =>
    (await auth.call(getLiveSession, { params: { sessionId }, query: isBackground ? { isBackground } : {} }))
      .data;
