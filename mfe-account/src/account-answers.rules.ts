import type { resetLinkStates } from '@kinmel/contracts';
import { readUser, type SignedInSession } from '@kinmel/web-kit';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A session as login and signup answer it (AUTH-34); undefined when a part of it is missing. */
export function readSession(answer: unknown): SignedInSession | undefined {
  if (!isRecord(answer)) return undefined;
  const token = text(answer.token);
  const refreshToken = text(answer.refreshToken);
  const user = readUser(answer.user);
  return token && refreshToken && user ? { token, refreshToken, user } : undefined;
}

/** The sentence of an answer that only says that something was done. */
export function readDone(answer: unknown): string | undefined {
  return isRecord(answer) && answer.success === true ? text(answer.message) : undefined;
}

/** What a reset link is good for. */
export type ResetLinkState = (typeof resetLinkStates)[number];

const knownStates: readonly ResetLinkState[] = ['valid', 'expired', 'used', 'unknown'];

export function readResetLinkState(answer: unknown): ResetLinkState | undefined {
  return isRecord(answer) ? knownStates.find((state) => state === answer.state) : undefined;
}
