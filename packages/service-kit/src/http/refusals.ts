import { isProblemCode, type Refusal } from '@kinmel/contracts';
import { ProblemError, partUnavailable } from './problem-error.ts';

/**
 * What became of things that were asked for together: null for each that was done, the refusal of each that was not.
 * Throws when one of them failed in a way that is no refusal.
 */
export function refusalsOf(settled: readonly PromiseSettledResult<unknown>[]): (Refusal | null)[] {
  return settled.map((one) => {
    if (one.status === 'fulfilled') return null;
    const reason: unknown = one.reason;
    if (!(reason instanceof ProblemError)) throw reason;
    const { code, message, details } = reason;
    return { code, message, ...(details === undefined ? {} : { details: [...details] }) };
  });
}

/** The refusal as the one who asked throws it; a code that nobody knows here is `service-unavailable`. */
export function problemOfRefusal({ code, message, details }: Refusal): ProblemError {
  return isProblemCode(code)
    ? new ProblemError(code, message, details)
    : partUnavailable(new Error(`an unknown refusal: ${code}`));
}
