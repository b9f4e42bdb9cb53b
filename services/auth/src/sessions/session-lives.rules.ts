import type { UserState } from '../accounts/user.ts';
import type { SessionState } from './session.ts';

/** How long sessions live. */
export interface SessionLimits {
  /** From the sign-in of a person of the staff. */
  readonly staffSessionHours: number;
  /** Without activity of a person of the staff. */
  readonly staffIdleMinutes: number;
  /** From the sign-in of a customer. */
  readonly customerSessionDays: number;
}

type SessionDates = Pick<SessionState, 'signedInAt' | 'lastUsedAt' | 'activeAt' | 'expiresAt'>;

/** When a session ends: by its age or its last refresh, and by inactivity, which ends sessions of staff only. */
export interface SessionEnds {
  readonly endsAt: Date;
  readonly idleEndsAt: Date | null;
}

/** `age`: since the sign-in or the last refresh; `idle`: since the last activity. */
export type EndOfLife = 'age' | 'idle';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const addMs = (date: Date, ms: number) => new Date(date.getTime() + ms);

/**
 * The ends of a session by the current role of its owner (AUTH-S9). They are computed from the sign-in and last use, not
 * only from the stored expiry, because an instance of an older version stores a later one.
 */
export function endsOf(session: SessionDates, role: UserState['role'], limits: SessionLimits): SessionEnds {
  const isStaff = role === 'admin';
  const lifeMs = isStaff ? limits.staffSessionHours * hourMs : limits.customerSessionDays * 24 * hourMs;
  const maxAgeEnd = addMs(session.signedInAt, lifeMs);
  // A session that began before activity was stored was active at its last refresh.
  const activeAt = session.activeAt ?? session.lastUsedAt;
  return {
    endsAt: maxAgeEnd < session.expiresAt ? maxAgeEnd : session.expiresAt,
    idleEndsAt: isStaff ? addMs(activeAt, limits.staffIdleMinutes * minuteMs) : null,
  };
}

/** Which limit the session had reached at that time. */
export function endOfLife({ endsAt, idleEndsAt }: SessionEnds, at: Date): EndOfLife | undefined {
  if (idleEndsAt !== null && idleEndsAt <= at && idleEndsAt <= endsAt) return 'idle';
  return endsAt <= at ? 'age' : undefined;
}

/** The minimum interval between two writes of the activity, so that a busy session costs one write a minute. */
const activityEveryMs = minuteMs;

/** Whether the activity at that time is new enough to be stored. */
export const isNewActivity = ({ activeAt }: Pick<SessionState, 'activeAt'>, now: Date): boolean =>
  activeAt === undefined || now.getTime() - activeAt.getTime() >= activityEveryMs;

/** The message to the person whose session has ended. */
export function endOfLifeText(end: EndOfLife, role: UserState['role'], limits: SessionLimits): string {
  if (end === 'idle')
    return `You were signed out after ${limits.staffIdleMinutes} minutes without activity. Please sign in again.`;
  return role === 'admin'
    ? `Your session ended, ${limits.staffSessionHours} hours after you signed in. Please sign in again.`
    : 'Your session has ended. Please sign in again.';
}
