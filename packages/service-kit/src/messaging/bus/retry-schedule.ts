import type { Outcome } from './bus.ts';

/** Six attempts over about half a minute. */
export const defaultRetryDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];

export type NextStep =
  | { readonly kind: 'acknowledge' }
  | {
      readonly kind: 'retry';
      readonly step: number;
      readonly delayMs: number;
      readonly attempt: number;
      readonly reason: string;
    }
  | { readonly kind: 'park'; readonly reason: string };

/**
 * Decides the next step after an outcome. Delays vary by a quarter, so that messages that failed together do not return
 * together. An uncounted failure is delayed like a counted one, but never parked.
 */
export function nextStep(
  outcome: Outcome,
  attempt: number,
  delaysMs: readonly number[],
  random: () => number = Math.random,
): NextStep {
  if (outcome.kind === 'done') return { kind: 'acknowledge' };
  if (outcome.kind === 'park') return { kind: 'park', reason: outcome.reason };
  const step = outcome.counted ? attempt : Math.min(attempt, delaysMs.length);
  const delay = delaysMs[step - 1];
  if (delay === undefined) return { kind: 'park', reason: outcome.reason };
  return {
    kind: 'retry',
    step,
    delayMs: Math.round(delay * (0.75 + random() * 0.5)),
    attempt: outcome.counted ? attempt + 1 : attempt,
    reason: outcome.reason,
  };
}
