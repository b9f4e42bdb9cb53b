import { sessionReuseDetected, sessionRevoked, type sessionRevokeReasons } from '@kinmel/contracts';
import { createEvent, type Logger, type WireEvent } from '@kinmel/service-kit';
import { personOf, type UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { SessionState } from './session.ts';

export type RevokeReason = (typeof sessionRevokeReasons)[number];

/** A session ends once: its event version follows that of the last token. */
const versionOfEnd = ({ generation }: SessionState) => generation + 1;

/** Ends one session, with its event in the same write; false when it had already ended. */
export async function endOneSession(
  context: AuthContext,
  session: SessionState,
  reason: RevokeReason,
  { traceparent, thief }: { readonly traceparent?: string | undefined; readonly thief?: Thief } = {},
): Promise<boolean> {
  const now = context.now();
  const envelope = { aggregateId: session.id, aggregateVersion: versionOfEnd(session), traceparent };
  const events: WireEvent[] = [
    createEvent(sessionRevoked, {
      ...envelope,
      data: { userId: session.userId, sessionId: session.id, reason },
    }),
  ];
  if (thief !== undefined) {
    events.push(
      createEvent(sessionReuseDetected, {
        ...envelope,
        data: {
          ...personOf(thief.owner),
          sessionId: session.id,
          device: thief.device,
          address: thief.address,
          detectedAt: now.toISOString(),
        },
      }),
    );
  }
  const isEnded = await context.sessions.end(session, events, now);
  if (isEnded) context.sendEvents();
  return isEnded;
}

/** The owner of a reused token and the client that sent it. */
export interface Thief {
  readonly owner: UserState;
  readonly device: string;
  readonly address: string;
}

/** Ends every live session of a user, except the given one. */
export async function endAllSessions(
  context: AuthContext,
  userId: string,
  reason: RevokeReason,
  {
    exceptSessionId,
    traceparent,
  }: { readonly exceptSessionId?: string; readonly traceparent?: string | undefined } = {},
): Promise<void> {
  // Runs in batches, because `live` returns at most a hundred.
  for (let batch = 0; batch < 50; batch += 1) {
    const live = await context.sessions.live(userId, context.now());
    const others = live.filter(({ id }) => id !== exceptSessionId);
    if (others.length === 0) return;
    await Promise.all(others.map((session) => endOneSession(context, session, reason, { traceparent })));
  }
}

/**
 * Runs the clean-up after a saved change that is valid without it. An error is logged and not thrown: a
 * client would retry, although the password is changed, the link used or the account deleted.
 */
export async function cleanUpAfter(
  { log }: { readonly log: Logger },
  userId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, userId }, 'an account was changed, but its clean-up failed');
  }
}
