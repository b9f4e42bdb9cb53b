import type { Session } from '@kinmel/contracts';

/** One login on one device: a family of refresh tokens, of which one at a time is good. */
export interface SessionState {
  readonly id: string;
  readonly userId: string;
  /** Of the account when the session began; see rule S6. */
  readonly credentialVersion: number;
  /** Which token of the family is good now; the first is 1. */
  readonly generation: number;
  /** SHA-256 of the good token's secret, base64url. */
  readonly secretHash: string;
  /** SHA-256 of the cookie half; null for a login that was not made in a browser. */
  readonly cookieHash: string | null;
  /** SHA-256 of the key of the request that made the good token; null when it had none. */
  readonly renewalHash: string | null;
  /** When the last rotations happened, oldest first: the last belongs to the token before the good one. */
  readonly rotatedAt: readonly Date[];
  readonly device: string;
  /** Of the sign-in. */
  readonly address: string;
  /** Of the last use. */
  readonly lastAddress: string;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** The session as its owner sees it. */
export function sessionAnswer(session: SessionState, currentSessionId: string | undefined): Session {
  return {
    sessionId: session.id,
    device: session.device,
    address: session.address,
    lastAddress: session.lastAddress,
    signedInAt: session.signedInAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentSessionId,
  };
}
