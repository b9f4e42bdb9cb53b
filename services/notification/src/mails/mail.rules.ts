import type { MailName } from '@kinmel/mail-templates';

/**
 * Mails that anybody can cause by entering an address (M17). Resets have a limit of their own (L4 of auth), and nobody
 * may hold them up.
 */
const causedByAnybody: ReadonlySet<string> = new Set<MailName>([
  'alert-confirm',
  'newsletter-confirm',
  'order-cancelled',
  'order-placed',
  'phone-order-cancelled',
  'phone-order-received',
  'repair-booking-cancelled',
  'repair-booking-moved',
  'repair-booking-received',
  'return-received',
  'sell-request-received',
  'welcome',
]);

export const canBeCausedByAnybody = (template: string): boolean => causedByAnybody.has(template);

export interface FailedAttempt {
  /** Including this one. */
  readonly attempts: number;
  /** A permanent refusal: an unknown mailbox, or a refused content. */
  readonly isFinal: boolean;
  readonly retryDelaysMs: readonly number[];
}

/** Retries after a growing pause, or fails (M4). */
export function afterFailure({
  attempts,
  isFinal,
  retryDelaysMs,
}: FailedAttempt): { readonly state: 'waiting'; readonly pauseMs: number } | { readonly state: 'failed' } {
  const pauseMs = retryDelaysMs[attempts - 1];
  return isFinal || pauseMs === undefined ? { state: 'failed' } : { state: 'waiting', pauseMs };
}

/** True when all attempts were started and the process ended before the outcome of the last was stored (M4). */
export function hasUsedUpItsAttempts(attempts: number, retryDelaysMs: readonly number[]): boolean {
  return attempts > retryDelaysMs.length + 1;
}

/** A mail is not sent after its expiry, such as that of a reset link (M5). */
export function isTooLate(sendBefore: Date | null, now: Date): boolean {
  return sendBefore !== null && now.getTime() >= sendBefore.getTime();
}
