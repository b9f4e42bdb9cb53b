/** What became of an attempt to send that did not work. */
export interface FailedAttempt {
  /** This one included. */
  readonly attempts: number;
  /** The mail server will never take this mail: there is no such mailbox, or it refuses the text. */
  readonly isFinal: boolean;
  readonly retryDelaysMs: readonly number[];
}

/** What follows from a failed attempt: another one after a growing pause, or none (M4). */
export function afterFailure({
  attempts,
  isFinal,
  retryDelaysMs,
}: FailedAttempt): { readonly state: 'waiting'; readonly pauseMs: number } | { readonly state: 'failed' } {
  const pauseMs = retryDelaysMs[attempts - 1];
  return isFinal || pauseMs === undefined ? { state: 'failed' } : { state: 'waiting', pauseMs };
}

/** More attempts than there can be: each of them ended the process before its outcome was written down (M4). */
export function hasUsedUpItsAttempts(attempts: number, retryDelaysMs: readonly number[]): boolean {
  return attempts > retryDelaysMs.length + 1;
}

/** A mail that says nothing useful any more is not sent: a link that has run out, above all (M5). */
export function isTooLate(sendBefore: Date | null, now: Date): boolean {
  return sendBefore !== null && now.getTime() >= sendBefore.getTime();
}
