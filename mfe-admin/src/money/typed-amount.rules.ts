import {
  amountProblem,
  type Currency,
  numberQuestion,
  typedMinorUnits,
  typedNumber,
} from '@kinmel/contracts/browser';

/** A rule for a number field, with the error for any other text. */
export type Must = readonly [
  isValid: (text: string) => boolean,
  refusal: string | ((text: string) => string),
];

/** Parses a number field; a text with two possible readings is refused with the question which one is meant. */
export const mustBeNumber = (isRight: (value: number) => boolean, errorText: string, unit?: '%'): Must => [
  (text) => isRight(typedNumber(text, unit)),
  (text) => numberQuestion(text, unit) ?? errorText,
];

/** Parses a field for a sum, in minor units. */
export const mustBeAmount = (
  isRight: (minorUnits: number) => boolean,
  errorText: string,
  unit?: Currency,
): Must => [
  (text) => isRight(typedMinorUnits(text, unit)),
  (text) => numberQuestion(text, unit) ?? errorText,
];

export const amountOrZero = (unit?: Currency): Must => [
  (text) => typedMinorUnits(text, unit) >= 0,
  (text) => amountProblem(text, unit),
];

/** The fields of a change of money by staff. */
export type AmountFields = Record<'amount' | 'reason', string>;

/** @param most in minor units; undefined while the limit is unknown, or without one */
export function checkAmount({ amount, reason }: AmountFields, max = Number.POSITIVE_INFINITY) {
  const amountInMinorUnits = typedMinorUnits(amount);
  const limitError = amountInMinorUnits > max ? 'This is more than the policy allows' : undefined;
  const numberError = numberQuestion(amount, 'NPR') ?? 'Enter a number above zero with at most two decimals';
  return {
    amount: amountInMinorUnits > 0 ? limitError : numberError,
    reason: reason.trim().length < 3 ? 'Please say why' : undefined,
  };
}
