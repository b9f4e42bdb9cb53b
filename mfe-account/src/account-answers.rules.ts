import type { resetLinkStates } from '@kinmel/contracts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The sentence of an answer that only says that something was done. */
export function readDone(answer: unknown): string | undefined {
  return isRecord(answer) && answer.success === true ? text(answer.message) : undefined;
}

/** Whether a reset ended the sessions of this very browser; without a word of it, it did. */
export function readResetDone(answer: unknown): { readonly signedOut: boolean } | undefined {
  return readDone(answer) === undefined
    ? undefined
    : { signedOut: !isRecord(answer) || answer.signedOut !== false };
}

/** What a reset link is good for. */
export type ResetLinkState = (typeof resetLinkStates)[number];

const knownStates: readonly ResetLinkState[] = ['valid', 'expired', 'used', 'unknown'];

export function readResetLinkState(answer: unknown): ResetLinkState | undefined {
  return isRecord(answer) ? knownStates.find((state) => state === answer.state) : undefined;
}
