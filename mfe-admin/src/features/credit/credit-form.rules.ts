import type { BodyOf, giveGoodwill } from '@kinmel/contracts';
import { shopCurrency, typedMinorUnits } from '@kinmel/contracts/browser';
import type { AmountFields } from '../../money/typed-amount.rules.ts';

export type CreditChangeKind = 'goodwill' | 'corrections';

export interface CreditChange {
  readonly userId: string;
  readonly kind: CreditChangeKind;
  /** The `Idempotency-Key`. */
  readonly key: string;
  readonly body: BodyOf<typeof giveGoodwill>;
}

export type CreditFields = AmountFields & {
  /** Whether a correction adds credit or takes it away. */
  direction: 'up' | 'down';
  /** The key is part of the draft, so that resubmitting after a reload changes the credit only once. */
  key: string;
};

/** The body of the request; taking credit is a negative amount. */
export const creditBody = ({ amount, direction, reason }: CreditFields): CreditChange['body'] => ({
  amount: {
    amountInMinorUnits: typedMinorUnits(amount) * (direction === 'down' ? -1 : 1),
    currency: shopCurrency,
  },
  reason: reason.trim(),
});
