/** A sum typed in rupees, in minor units; NaN for anything else. */
export const minorUnitsOf = (amount: string): number =>
  /^\d{1,9}(?:\.\d{1,2})?$/.test(amount.trim()) ? Math.round(Number(amount) * 100) : Number.NaN;

/** The fields of a change of money by staff. */
export interface AmountFields extends Record<string, string> {
  amount: string;
  reason: string;
}

/** @param most in minor units; undefined without a bound, and while it is unknown */
export function checkAmount({ amount, reason }: AmountFields, most = Number.POSITIVE_INFINITY) {
  const asked = minorUnitsOf(amount);
  const isTooMuch = asked > most ? 'This is more than the policy allows' : undefined;
  return {
    amount: asked > 0 ? isTooMuch : 'Enter a number above zero with at most two decimals',
    reason: reason.trim().length < 3 ? 'Please say why' : undefined,
  };
}
