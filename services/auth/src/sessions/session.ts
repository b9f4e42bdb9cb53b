import type { Session } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';

/** One login on one device: a family of refresh tokens, one of which is current. */
export interface SessionState {
  readonly id: string;
  readonly userId: string;
  /** The credential version of the account at login (AUTH-S6). */
  readonly credentialVersion: number;
  /** Number of the current token, from 1. */
  readonly generation: number;
  /** SHA-256 of the current token's secret, base64url. */
  readonly secretHash: string;
  /** SHA-256 of the cookie half; null for programs. */
  readonly cookieHash: string | null;
  /** SHA-256 of the idempotency key that created the current token. */
  readonly renewalHash: string | null;
  /** Times of the last rotations, oldest first. */
  readonly rotatedAt: readonly Date[];
  readonly device: string;
  /** Address at login. */
  readonly address: string;
  /** Address at the last use. */
  readonly lastAddress: string;
  readonly signedInAt: Date;
  /** When the password was entered or a passkey used again, after the sign-in. */
  readonly provedAt?: Date;
  /** Whether the session began with a passkey or a recovery code, or a passkey was used or added in it. */
  readonly withPasskey?: boolean;
  /** The last refresh. */
  readonly lastUsedAt: Date;
  /** The last activity of the person (AUTH-S9); absent in a session that an older version began. */
  readonly activeAt?: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

export function sessionAnswer(session: SessionState, currentSessionId: string | undefined): Session {
  return {
    sessionId: session.id,
    ...pick(session, 'device', 'address', 'lastAddress'),
    signedInAt: session.signedInAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentSessionId,
  };
}
