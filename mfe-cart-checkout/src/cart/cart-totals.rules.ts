import type { CartLine } from './cart-line.ts';

/** What the policy record says about money. */
export interface PricePolicy {
  readonly feeInMinorUnits: number;
  readonly freeAboveInMinorUnits: number;
  readonly taxPercent: number;
}

/** Every amount in integer minor units (paisa). */
export interface CartTotals {
  readonly subtotalInMinorUnits: number;
  readonly shippingInMinorUnits: number;
  readonly taxInMinorUnits: number;
  readonly totalInMinorUnits: number;
}

/** What one promotion saves against the prices at adding; it is already in the prices (decision SIL-17). */
export interface Promotion {
  readonly title: string;
  readonly savingInMinorUnits: number;
}

type Priced = Pick<CartLine, 'price' | 'quantity'>;

const minorUnits = (price: number): number => Math.round(price * 100);

/** What a line costs: its price times its pieces. */
export const lineTotal = ({ price, quantity }: Priced): number => minorUnits(price) * quantity;

export const subtotalOf = (lines: readonly Priced[]): number =>
  lines.reduce((sum, line) => sum + lineTotal(line), 0);

/** A percentage with at most two decimals of an amount, rounded half up. Exact: the product may be beyond a number's 53 bits. */
function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n);
}

/**
 * The one pricing function (decision CONF-10): shipping is free above the limit, not at it (CONST-01, CONST-02, SIL-19); tax is
 * rounded, and the total is the sum of the rounded parts (CONST-03, CONST-04, SIL-20). An empty cart costs nothing (SIL-18).
 */
export function cartTotals(lines: readonly Priced[], policy: PricePolicy): CartTotals {
  const subtotal = subtotalOf(lines);
  const isFree = lines.length === 0 || subtotal > policy.freeAboveInMinorUnits;
  const shipping = isFree ? 0 : policy.feeInMinorUnits;
  const tax = percentOf(subtotal, policy.taxPercent);
  return {
    subtotalInMinorUnits: subtotal,
    shippingInMinorUnits: shipping,
    taxInMinorUnits: tax,
    totalInMinorUnits: subtotal + shipping + tax,
  };
}

/** The promotions in the cart with what each saves; those that save nothing are left out (decision SIL-17). */
export function promotionsOf(lines: readonly CartLine[]): readonly Promotion[] {
  const savings = new Map<string, number>();
  for (const line of lines) {
    const saving = (minorUnits(line.originalPrice) - minorUnits(line.price)) * line.quantity;
    const title = line.specialOffer?.title ?? line.promoCode;
    if (saving > 0 && title) savings.set(title, (savings.get(title) ?? 0) + saving);
  }
  return [...savings].map(([title, savingInMinorUnits]) => ({ title, savingInMinorUnits }));
}
