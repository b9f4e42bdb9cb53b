import type { CheckedLine } from '../../cart-answers.ts';
import { lineKey } from '../cart.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { withoutPromo, withPromo } from '../pricing/promo.rules.ts';

type Lines = readonly CartLine[];

/** Current state of a cart in the shop. */
export interface CartCheck {
  /** By line key. */
  readonly lines: Readonly<Record<string, CheckedLine>>;
  readonly promo: {
    readonly code: string;
    readonly applied: boolean;
    readonly message: string;
    readonly discountPercentage: number;
  } | null;
}

/** A change of a line since it was added. `lowStockCount` is undefined when unknown. */
export type LineChange =
  | { readonly kind: 'price'; readonly from: number; readonly to: number }
  | { readonly kind: 'low-stock'; readonly lowStockCount: number | undefined }
  | { readonly kind: 'too-many'; readonly maxQuantity: number }
  | { readonly kind: 'out-of-stock' | 'gone' | 'offer-ended' };

const promoOfLine = ({ specialOffer, promoCode }: CartLine) => (specialOffer ? null : promoCode);

/** The line at its current price, with its quantity unchanged. */
function atCurrentPrice(
  line: CartLine,
  { price, originalPrice }: CheckedLine,
  promo: CartCheck['promo'],
): CartLine {
  if (line.specialOffer) return { ...line, price, originalPrice, discountApplied: originalPrice > price };
  const lineAtListPrice = withoutPromo({ ...line, originalPrice });
  return promo?.applied && price < originalPrice ? withPromo(lineAtListPrice, promo) : lineAtListPrice;
}

/** The change of the cart's code: it has expired, or has another percentage. */
export function promoChange(lines: Lines, { promo }: CartCheck): string | undefined {
  const line = lines.find((one) => promoOfLine(one) !== null);
  if (!line || !promo || promo.code !== line.promoCode) return undefined;
  if (!promo.applied) return promo.message;
  return promo.discountPercentage === line.discountPercentage
    ? undefined
    : `Promo code ${promo.code} takes off ${promo.discountPercentage}% now, not ${line.discountPercentage}%.`;
}

/** The change of a line that the shopper must see before paying; undefined without one. */
export function changeOf(line: CartLine, { lines, promo }: CartCheck): LineChange | undefined {
  const checked = lines[lineKey(line)];
  if (!checked) return undefined;
  const { problem, lowStockCount, maxQuantity } = checked;
  if (problem === 'gone' || problem === 'out-of-stock' || problem === 'offer-ended') return { kind: problem };
  if (lowStockCount !== null && line.quantity > lowStockCount) return { kind: 'low-stock', lowStockCount };
  if (maxQuantity !== null && line.quantity > maxQuantity) return { kind: 'too-many', maxQuantity };
  if (problem === 'low-stock' && lowStockCount === null && line.quantity >= checked.quantity) {
    return { kind: 'low-stock', lowStockCount: undefined };
  }
  const currentLine = atCurrentPrice(line, checked, promo);
  const code = promoOfLine(line);
  // A changed discount of the code is reported once, by `promoChange`; so lines are compared at their price
  // before the code, and a line that lost the code counts as changed.
  const hasLostCode = code !== null && promo?.applied === true && currentLine.promoCode === null;
  const isPriceChanged = line.specialOffer
    ? currentLine.price !== line.price
    : currentLine.originalPrice !== line.originalPrice || hasLostCode;
  return isPriceChanged ? { kind: 'price', from: line.price, to: currentLine.price } : undefined;
}

function acceptedQuantity({ quantity }: CartLine, change: LineChange | undefined): number {
  if (change?.kind === 'low-stock') return change.lowStockCount ?? quantity;
  return change?.kind === 'too-many' ? change.maxQuantity : quantity;
}

/** The cart as the shop can sell it: unavailable lines are removed and quantities lowered. */
export const acceptCheck = (lines: Lines, check: CartCheck): Lines =>
  lines.flatMap((line) => {
    const checked = check.lines[lineKey(line)];
    if (!checked) return [line];
    const change = changeOf(line, check);
    if (change?.kind === 'gone' || change?.kind === 'out-of-stock' || change?.kind === 'offer-ended')
      return [];
    return [{ ...atCurrentPrice(line, checked, check.promo), quantity: acceptedQuantity(line, change) }];
  });

/** Applies the cart's code to covered lines that were added later; nothing else changes. */
export function adoptPromo(lines: Lines, check: CartCheck): Lines {
  const { promo } = check;
  if (!promo?.applied) return lines;
  const lacksPromo = (line: CartLine) => {
    const checked = check.lines[lineKey(line)];
    return (
      !line.specialOffer &&
      line.promoCode === null &&
      checked !== undefined &&
      checked.originalPrice === line.originalPrice &&
      checked.price < checked.originalPrice
    );
  };
  return lines.some(lacksPromo)
    ? lines.map((line) => (lacksPromo(line) ? withPromo(line, promo) : line))
    : lines;
}
