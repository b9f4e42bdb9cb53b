import { lineKey } from '../cart.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { withoutPromo, withPromo } from '../pricing/promo.rules.ts';

type Lines = readonly CartLine[];

/** What the shop says of one line today. Prices in rupees. */
export interface CheckedLine {
  readonly price: number;
  readonly originalPrice: number;
  /** The pieces that were asked for. */
  readonly quantity: number;
  /** The most pieces that the shop sells of one line; null where it does not tell. */
  readonly maxQuantity: number | null;
  /** Known at five or fewer. */
  readonly lowStockCount: number | null;
  readonly problem: 'price' | 'low-stock' | 'out-of-stock' | 'gone' | 'offer-ended' | null;
}

/** What the shop says of a cart today. */
export interface CartCheck {
  /** By the key of the line. */
  readonly lines: Readonly<Record<string, CheckedLine>>;
  readonly promo: {
    readonly code: string;
    readonly applied: boolean;
    readonly message: string;
    readonly discountPercentage: number;
  } | null;
}

/** What became of a line since it was put into the cart. `left` is undefined where the shop does not tell. */
export type LineChange =
  | { readonly kind: 'price'; readonly from: number; readonly to: number }
  | { readonly kind: 'low-stock'; readonly left: number | undefined }
  | { readonly kind: 'too-many'; readonly most: number }
  | { readonly kind: 'out-of-stock' | 'gone' | 'offer-ended' };

const promoOfLine = ({ specialOffer, promoCode }: CartLine) => (specialOffer ? null : promoCode);

/** The line as the shop sells it today, its pieces as they are. */
function today(line: CartLine, { price, originalPrice }: CheckedLine, promo: CartCheck['promo']): CartLine {
  if (line.specialOffer) return { ...line, price, originalPrice, discountApplied: originalPrice > price };
  const listed = withoutPromo({ ...line, originalPrice });
  return promo?.applied && price < originalPrice ? withPromo(listed, promo) : listed;
}

/** How a code that the cart carries has changed: it ended, or takes off another percentage. */
export function promoChange(lines: Lines, { promo }: CartCheck): string | undefined {
  const line = lines.find((one) => promoOfLine(one) !== null);
  if (!line || !promo || promo.code !== line.promoCode) return undefined;
  if (!promo.applied) return promo.message;
  return promo.discountPercentage === line.discountPercentage
    ? undefined
    : `Promo code ${promo.code} takes off ${promo.discountPercentage}% now, not ${line.discountPercentage}%.`;
}

/** What changed about a line that the shopper must hear of before paying; undefined when it is as it was. */
export function changeOf(line: CartLine, { lines, promo }: CartCheck): LineChange | undefined {
  const checked = lines[lineKey(line)];
  if (!checked) return undefined;
  const { problem, lowStockCount, maxQuantity } = checked;
  if (problem === 'gone' || problem === 'out-of-stock' || problem === 'offer-ended') return { kind: problem };
  if (lowStockCount !== null && line.quantity > lowStockCount)
    return { kind: 'low-stock', left: lowStockCount };
  if (maxQuantity !== null && line.quantity > maxQuantity) return { kind: 'too-many', most: maxQuantity };
  if (problem === 'low-stock' && lowStockCount === null && line.quantity >= checked.quantity) {
    return { kind: 'low-stock', left: undefined };
  }
  const now = today(line, checked, promo);
  const code = promoOfLine(line);
  // What a code does is told once, for the code; here the price before it counts, and a line that lost it alone.
  const hasLostCode = code !== null && promo?.applied === true && now.promoCode === null;
  const isOther = line.specialOffer
    ? now.price !== line.price
    : now.originalPrice !== line.originalPrice || hasLostCode;
  return isOther ? { kind: 'price', from: line.price, to: now.price } : undefined;
}

function piecesAfter({ quantity }: CartLine, change: LineChange | undefined): number {
  if (change?.kind === 'low-stock') return change.left ?? quantity;
  return change?.kind === 'too-many' ? change.most : quantity;
}

/** The cart as the shop can sell it today: what it no longer sells leaves, what it has too few of becomes fewer. */
export const acceptCheck = (lines: Lines, check: CartCheck): Lines =>
  lines.flatMap((line) => {
    const checked = check.lines[lineKey(line)];
    if (!checked) return [line];
    const change = changeOf(line, check);
    if (change?.kind === 'gone' || change?.kind === 'out-of-stock' || change?.kind === 'offer-ended')
      return [];
    return [{ ...today(line, checked, check.promo), quantity: piecesAfter(line, change) }];
  });

/** Gives the price of the cart's code to lines that it reaches and that joined later; nothing else changes. */
export function adoptPromo(lines: Lines, check: CartCheck): Lines {
  const { promo } = check;
  if (!promo?.applied) return lines;
  const isWaiting = (line: CartLine) => {
    const checked = check.lines[lineKey(line)];
    return (
      !line.specialOffer &&
      line.promoCode === null &&
      checked !== undefined &&
      checked.originalPrice === line.originalPrice &&
      checked.price < checked.originalPrice
    );
  };
  return lines.some(isWaiting)
    ? lines.map((line) => (isWaiting(line) ? withPromo(line, promo) : line))
    : lines;
}
