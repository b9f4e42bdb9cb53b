import type { BodyOf, giveGoodwill } from '@kinmel/contracts';
import { shopCurrency } from '@kinmel/contracts/browser';
import { minorUnitsOf } from '../../money/typed-amount.ts';

export type CreditChangeKind = 'goodwill' | 'corrections';

export interface CreditChange {
  readonly userId: string;
  readonly kind: CreditChangeKind;
  /** The `Idempotency-Key`. */
  readonly key: string;
  readonly body: BodyOf<typeof giveGoodwill>;
}

export interface CreditFields extends Record<string, string> {
  amount: string;
  /** Of a correction. */
  direction: 'up' | 'down';
  reason: string;
  /** Part of the draft, so that a form that is sent again after a reload changes the credit once. */
  key: string;
}

/** @param most the bound of goodwill in minor units; undefined for a correction, and while it is unknown */
export function checkCredit({ amount, reason }: CreditFields, most = Number.POSITIVE_INFINITY) {
  const asked = minorUnitsOf(amount);
  const isTooMuch = asked > most ? 'This is more than the policy allows' : undefined;
  return {
    amount: asked > 0 ? isTooMuch : 'Enter a number above zero with at most two decimals',
    reason: reason.trim().length < 3 ? 'Please say why' : undefined,
  };
}

/** The body of the request; taking credit is a negative amount. */
export const creditBody = ({ amount, direction, reason }: CreditFields): CreditChange['body'] => ({
  amount: {
    amountInMinorUnits: minorUnitsOf(amount) * (direction === 'down' ? -1 : 1),
    currency: shopCurrency,
  },
  reason: reason.trim(),
});
