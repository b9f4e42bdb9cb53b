import { type AnswerOf, getLiveSession } from '@kinmel/contracts';
import { ProblemError } from '../http/problem-error.ts';
import type { ServiceClient } from '../service-calls/service-client.ts';
import type { Identity } from './token-verifier.ts';

/** Whose a session that has not ended is, and what that person may do now. */
export type LiveSession = NonNullable<AnswerOf<typeof getLiveSession>['data']>;

export interface LiveSessions {
  /**
   * The caller with role and name of this moment. Rejects with `not-signed-in` when the session has ended or the account is gone,
   * with `service-unavailable` when nobody can tell.
   */
  confirm(caller: Identity): Promise<Identity>;
}

export interface LiveSessionsOptions {
  /** The session as it is now; null for one that has ended or never was. */
  readonly find: (sessionId: string) => Promise<LiveSession | null>;
  /** How many sessions are remembered; those asked for longest ago go first. */
  readonly maxKept?: number | undefined;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

/** An ended session does nothing any more one second later; until then nobody is asked about it again. */
const keepMs = 1_000;

/**
 * What an access token cannot know: whether its session still lives and what its person may do now. Asked for whoever says to be an
 * admin, and kept for a second (decision 33).
 */
export function createLiveSessions({
  find,
  maxKept = 1_000,
  now = () => performance.now(),
}: LiveSessionsOptions): LiveSessions {
  const kept = new Map<
    string,
    { readonly session: Promise<LiveSession | null>; readonly askedAtMs: number }
  >();

  function current(sessionId: string): Promise<LiveSession | null> {
    const known = kept.get(sessionId);
    if (known && now() - known.askedAtMs < keepMs) return known.session;
    const session = find(sessionId);
    kept.delete(sessionId);
    kept.set(sessionId, { session, askedAtMs: now() });
    // A failure is nobody's answer: the next call asks again, and the circuit of the client keeps it from doing so too often.
    session.catch(() => {
      if (kept.get(sessionId)?.session === session) kept.delete(sessionId);
    });
    if (kept.size > maxKept) {
      const oldest = kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
    }
    return session;
  }

  return {
    async confirm(caller) {
      const session = await current(caller.sessionId).catch((error: unknown) => {
        throw cannotTell(error);
      });
      if (session?.userId !== caller.userId) {
        throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      }
      return { ...caller, role: session.role, name: session.name };
    },
  };
}

const cannotTell = (cause: unknown) =>
  new ProblemError(
    'service-unavailable',
    'We cannot check right now whether you are still signed in. Please try again in a moment.',
    undefined,
    { cause, retryAfterSeconds: 2 },
  );

/** Asks auth. */
export const liveSessionFrom =
  (auth: ServiceClient): LiveSessionsOptions['find'] =>
  async (sessionId) =>
    (await auth.call(getLiveSession, { params: { sessionId } })).data;
