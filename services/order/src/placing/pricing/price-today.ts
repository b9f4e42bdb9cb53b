import { type PaymentMethod, paymentMethods, promoRefusals } from '@kinmel/contracts';
import { lineKey } from '@kinmel/pricing';
import { type ProblemDetail, ProblemError, refusal } from '@kinmel/service-kit';
import { currentOffers, currentProducts } from '../../copies/current-copies.ts';
import type { Order } from '../../orders/order.ts';
import type { PlaceOrderBody, PlacingContext } from '../placing-context.ts';
import {
  type CartLine,
  checkPromo,
  type KnownLine,
  lookUpLine,
  mergeLines,
  type PricedOrder,
  priceOrder,
} from './price-order.rules.ts';

/** Current prices and availability of the cart. */
export interface Quote {
  readonly lines: readonly KnownLine[];
  readonly priced: PricedOrder;
  /** Titles of the offers of lines and code, by id. */
  readonly offerTitles: ReadonlyMap<string, string>;
  readonly promoCode: string | null;
  readonly policyVersion: number;
  readonly offeredMethods: readonly PaymentMethod[];
}

/** ORD-O1 to ORD-O4: prices the order from the client's ids, quantities and code only. */
export async function priceToday(context: PlacingContext, body: PlaceOrderBody): Promise<Quote> {
  const cartLines = mergeLines(cartLinesOf(body.products));
  const { policy, lines, outcome } = await lookUpCart(context, cartLines, body.promoCode);
  rejectUnavailable(lines);
  rejectTooManyPieces(lines, context.limits);
  if (outcome?.applied === false)
    throw refusal('promoCode', promoRefusals[outcome.reason], 'promo-code-invalid');
  const promo = outcome?.promo ?? null;
  const priced = priceOrder(lines, promo, policy);
  if (!isStorable(priced)) throw new ProblemError('invalid-request', 'This order is too large.');
  const offers = [...lines.flatMap(({ offer }) => offer ?? []), ...(promo ? [promo] : [])];
  return {
    lines,
    priced,
    offerTitles: new Map(offers.map(({ offerId, title }) => [offerId, title])),
    promoCode: promo?.promoCode ?? null,
    policyVersion: policy.version,
    offeredMethods: policy.payments.methods,
  };
}

/** The largest amount that the contracts allow. */
const maxAmount = 100_000_000_000;
const isStorable = ({ pricing }: PricedOrder) => pricing.totalInMinorUnits <= maxAmount;

const refuse = (path: string, message: string) => refusal(path, message, 'invalid-request');

/**
 * ORD-K3, ORD-P5: credit is used first, and the rest is paid by a method that the policy offers. An order fully paid by
 * credit needs no other method.
 */
export function paymentOf(
  { paymentMethod, credit: requestedCredit }: Pick<PlaceOrderBody, 'paymentMethod' | 'credit'>,
  { priced, offeredMethods }: Pick<Quote, 'priced' | 'offeredMethods'>,
): Pick<Order, 'paymentMethod' | 'paymentStatus' | 'credit'> {
  const remaining = priced.pricing.totalInMinorUnits - (requestedCredit?.amountInMinorUnits ?? 0);
  const credit = requestedCredit && { credit: { ...requestedCredit, isReturned: false } };
  if (remaining < 0) throw refuse('credit', 'This is more credit than the order costs.');
  if (remaining === 0) return { paymentMethod: 'credit', paymentStatus: 'paid', ...credit };
  if (paymentMethod === 'credit')
    throw refuse('paymentMethod', 'Your credit does not pay all of it. Please choose how to pay the rest.');
  if (!offeredMethods.includes(paymentMethod))
    throw refuse(
      'paymentMethod',
      `${paymentMethods[paymentMethod].label} is not offered at the moment. Please choose another way of paying.`,
    );
  const { label, minInMinorUnits = 0 } = paymentMethods[paymentMethod];
  if (remaining < minInMinorUnits)
    throw refuse(
      'paymentMethod',
      `${label} takes NPR ${minInMinorUnits / 100} or more, and NPR ${remaining / 100} is left to pay. Please choose another way of paying.`,
    );
  return { paymentMethod, paymentStatus: 'pending', ...credit };
}

/** ORD-O2: rejects deleted products and ended offers. Only catalog knows the stock. */
function rejectUnavailable(lines: readonly KnownLine[]): void {
  const sentences = (problem: KnownLine['problem'], text: (name: string) => string): ProblemDetail[] =>
    lines
      .filter((line) => line.problem === problem)
      .map((line) => ({ path: lineKey(line), message: text(line.name) }));
  const goneDetails = sentences('gone', (name) =>
    name === '' ? 'A product of your cart is no longer sold.' : `${name} is no longer sold.`,
  );
  if (goneDetails.length > 0)
    throw new ProblemError('out-of-stock', goneDetails.map(({ message }) => message).join(' '), goneDetails);
  const endedDetails = lines
    .filter(({ problem }) => problem === 'offer-ended')
    .map((line) => ({
      path: line.offerId ?? line.productId,
      message: line.offer
        ? `The offer "${line.offer.title}" has ended.`
        : 'This offer is no longer available.',
    }));
  if (endedDetails.length > 0)
    throw new ProblemError(
      'offer-not-available',
      endedDetails.map(({ message }) => message).join(' '),
      endedDetails,
    );
}

export const countPieces = (lines: readonly KnownLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** ORD-L5: checked before anything is held. */
function rejectTooManyPieces(
  lines: readonly KnownLine[],
  { linePieces, orderPieces }: PlacingContext['limits'],
): void {
  const details: ProblemDetail[] = lines
    .filter(({ quantity }) => quantity > linePieces)
    .map((line) => ({
      path: lineKey(line),
      message: `An order takes at most ${linePieces} ${linePieces === 1 ? 'piece' : 'pieces'} of ${line.name}.`,
    }));
  if (countPieces(lines) > orderPieces)
    details.push({ path: 'products', message: `An order takes at most ${orderPieces} pieces altogether.` });
  if (details.length > 0)
    throw new ProblemError('order-limit', details.map(({ message }) => message).join(' '), details);
}

/** ORD-O4: rejects with the current prices, in major units, when the shown total differs. */
export function rejectOtherTotal(shownTotal: number, priced: PricedOrder, lines: readonly KnownLine[]): void {
  const { totalInMinorUnits } = priced.pricing;
  if (Math.abs(shownTotal * 100 - totalInMinorUnits) < 1e-3) return;
  const details = priced.lines.map((line, index) => ({
    path: lines[index] ? lineKey(lines[index]) : line.productId,
    message: String(line.priceInMinorUnits / 100),
  }));
  throw new ProblemError('price-changed', 'The total has changed. Please review your cart.', [
    ...details,
    { path: 'total', message: String(totalInMinorUnits / 100) },
  ]);
}

/** Uses only the client's ids and quantities. */
export function cartLinesOf(products: PlaceOrderBody['products']): CartLine[] {
  return products.map(({ productId, quantity, specialOffer }) => ({
    productId: productId.toLowerCase(),
    quantity,
    offerId: specialOffer?.id.toLowerCase() ?? null,
  }));
}

/** Without lines of offers without products, whose product id is that of the offer. */
const productIdsOf = (lines: readonly CartLine[]) => [
  ...new Set(lines.flatMap(({ productId, offerId }) => (productId === offerId ? [] : productId))),
];

const offerIdsOf = (lines: readonly CartLine[]) => [
  ...new Set(lines.flatMap(({ offerId }) => offerId ?? [])),
];

export async function lookUpCart(
  context: PlacingContext,
  cartLines: readonly CartLine[],
  code: string | null | undefined,
) {
  const promoCode = code?.toUpperCase() || null;
  const [policy, products, offers, candidates] = await Promise.all([
    context.policies.inForce(),
    currentProducts(context, productIdsOf(cartLines)),
    currentOffers(context, offerIdsOf(cartLines)),
    promoCode === null ? [] : context.offerCopies.ofCode(promoCode),
  ]);
  const today = context.dayOf(context.now());
  return {
    policy,
    lines: cartLines.map((line) => lookUpLine(line, { products, offers }, today)),
    outcome: promoCode === null ? null : checkPromo(promoCode, candidates, cartLines, today),
  };
}
