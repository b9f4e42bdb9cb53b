import { type PricePolicy, priceCart } from './price-cart.ts';

/** The amounts of an order that were paid by each method and are not refunded yet. */
export interface LeftToRefund {
  readonly paymentInMinorUnits: number;
  readonly creditInMinorUnits: number;
}

/** The order at the prices of its purchase, which determine the price of a return. Amounts in integer minor units. */
export interface ReturnTerms {
  readonly lines: readonly {
    /** The key of the line, by `lineKey`. */
    readonly key: string;
    readonly quantity: number;
    /** The price paid, after offers and promo code. */
    readonly unitPriceInMinorUnits: number;
  }[];
  /** The price policy of the order. */
  readonly policy: PricePolicy;
  /** Whether the shipping fee is refunded with the last piece. */
  readonly isShippingRefunded: boolean;
  /** The highest refund. */
  readonly left: LeftToRefund;
}

/** Pieces by the key of their line. */
export type PieceCounts = Readonly<Record<string, number>>;

/** One step of a refund. The amounts of all steps add up to it. */
export interface RefundStep {
  /** `free-shipping`: the kept goods are not above its limit, so the fee is charged. */
  readonly rule: 'goods' | 'tax' | 'shipping' | 'free-shipping';
  /** Key of the line; null for the whole order. */
  readonly line: string | null;
  /** Negative for a deduction. */
  readonly amountInMinorUnits: number;
}

export interface PricedReturn {
  readonly refundInMinorUnits: number;
  readonly steps: readonly RefundStep[];
}

function priceKept({ lines, policy, isShippingRefunded }: ReturnTerms, returned: PieceCounts) {
  const priceOf = (returnedCounts: PieceCounts) =>
    priceCart({
      lines: lines
        .map(({ key, quantity, unitPriceInMinorUnits }) => ({
          productId: key,
          quantity: quantity - (returnedCounts[key] ?? 0),
          listPriceInMinorUnits: unitPriceInMinorUnits,
        }))
        .filter(({ quantity }) => quantity > 0),
      promo: null,
      policy,
    });
  const pricing = priceOf(returned);
  const isAllReturned = pricing.lines.length === 0;
  return isAllReturned && !isShippingRefunded
    ? { ...pricing, shippingInMinorUnits: priceOf({}).shippingInMinorUnits }
    : pricing;
}

/**
 * The refund for the returned pieces: the price of what was kept before, minus the price of what is kept now. Never
 * negative, and never more than the part of the payment that was not refunded yet.
 */
export function priceReturn(
  terms: ReturnTerms,
  returnedBefore: PieceCounts,
  returned: PieceCounts,
): PricedReturn {
  const returnedSoFar = Object.fromEntries(
    terms.lines.map(({ key }) => [key, (returnedBefore[key] ?? 0) + (returned[key] ?? 0)]),
  );
  const [before, after] = [priceKept(terms, returnedBefore), priceKept(terms, returnedSoFar)];
  const goods = terms.lines.map(({ key, unitPriceInMinorUnits }) => ({
    rule: 'goods' as const,
    line: key,
    amountInMinorUnits: unitPriceInMinorUnits * (returned[key] ?? 0),
  }));
  const tax = before.taxInMinorUnits - after.taxInMinorUnits;
  const goodsAndTax = goods.reduce((sum, { amountInMinorUnits }) => sum + amountInMinorUnits, tax);
  const refundableSum = terms.left.paymentInMinorUnits + terms.left.creditInMinorUnits;
  const fee = before.shippingInMinorUnits - after.shippingInMinorUnits;
  const shipping = Math.max(Math.min(fee, refundableSum - goodsAndTax), -goodsAndTax);
  const steps: RefundStep[] = [
    ...goods,
    { rule: 'tax', line: null, amountInMinorUnits: tax },
    { rule: shipping < 0 ? 'free-shipping' : 'shipping', line: null, amountInMinorUnits: shipping },
  ];
  return {
    refundInMinorUnits: goodsAndTax + shipping,
    steps: steps.filter(({ amountInMinorUnits }) => amountInMinorUnits !== 0),
  };
}

/** Splits a refund: first to the payment method, and the rest to the credit. */
export function splitRefund(
  refundInMinorUnits: number,
  to: 'payment' | 'credit',
  refundable: Pick<LeftToRefund, 'paymentInMinorUnits'>,
): LeftToRefund {
  const payment = to === 'credit' ? 0 : Math.min(refundInMinorUnits, refundable.paymentInMinorUnits);
  return { paymentInMinorUnits: payment, creditInMinorUnits: refundInMinorUnits - payment };
}
