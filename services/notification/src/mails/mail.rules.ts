import type { MailName } from '@kinmel/mail-templates';

/** Mails about actions of a customer, for which an unverified address is enough. */
const formMails: ReadonlySet<string> = new Set<MailName>([
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

/**
 * NOT-M17: whether a stranger can cause a mail by entering somebody's address in a form. Password resets have their own
 * limit (AUTH-L4) and are never delayed; neither are mails about actions of staff.
 */
export function canBeCausedByStranger(template: string, data: object): boolean {
  const { by, reason }: { readonly by?: unknown; readonly reason?: unknown } = data;
  return formMails.has(template) && by !== 'admin' && reason !== 'admin';
}

export interface FailedAttempt {
  /** Including this one. */
  readonly attempts: number;
  /** A permanent refusal: an unknown mailbox, or refused content. */
  readonly isFinal: boolean;
  readonly retryDelaysMs: readonly number[];
}

/** Retries after a growing pause, or fails (NOT-M4). */
export function afterFailure({
  attempts,
  isFinal,
  retryDelaysMs,
}: FailedAttempt): { readonly state: 'waiting'; readonly pauseMs: number } | { readonly state: 'failed' } {
  const pauseMs = retryDelaysMs[attempts - 1];
  return isFinal || pauseMs === undefined ? { state: 'failed' } : { state: 'waiting', pauseMs };
}

/** True when all attempts were started but the process ended before the last outcome was stored (NOT-M4). */
export function hasUsedUpItsAttempts(attempts: number, retryDelaysMs: readonly number[]): boolean {
  return attempts > retryDelaysMs.length + 1;
}

/** A mail is not sent after its expiry, such as that of a reset link (NOT-M5). */
export function isTooLate(sendBefore: Date | null, now: Date): boolean {
  return sendBefore !== null && now.getTime() >= sendBefore.getTime();
}
