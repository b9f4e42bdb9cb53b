import { type BodyOf, type checkCart as endpoint, promoRefusals, shopCurrency } from '@kinmel/contracts';
import { type ContentOf, fromMinorUnits, ProblemError, pick } from '@kinmel/service-kit';
import { pricingAnswer } from '../../orders/reads/order-answer.ts';
import type { PlacingContext } from '../placing-context.ts';
import { type KnownLine, type PromoOutcome, priceOrder } from './price-order.rules.ts';
import { lookUpCart, wantedLines } from './price-today.ts';

type Answer = ContentOf<typeof endpoint>;

/** Lines that cannot be ordered are excluded from the sum; the shopper decides about too few pieces. */
const counts = ({ problem }: KnownLine) => problem === null || problem === 'low-stock';

/** Prices and stock of a cart by the steps of placing; stores nothing. */
export async function checkCart(
  context: PlacingContext,
  body: BodyOf<typeof endpoint>,
  by: Parameters<PlacingContext['limits']['code']>[0],
): Promise<Answer> {
  const cartLines = wantedLines(body.products);
  const guess = body.promoCode ? await context.limits.code(by) : undefined;
  const { policy, lines: knownLines, outcome } = await lookUpCart(context, cartLines, body.promoCode);
  if (outcome === null || outcome.applied || outcome.reason !== 'unknown') await guess?.uncount();
  const promo = outcome?.applied && !outcome.isUsedUp ? outcome.promo : null;
  const sums = priceWithin(knownLines.filter(counts), promo, policy);
  const all = priceWithin(knownLines, promo, policy);
  return {
    currency: shopCurrency,
    products: knownLines.map((line, index) => {
      const price = all.lines[index];
      return {
        ...pick(line, 'productId', 'offerId', 'name', 'image', 'quantity', 'inStock'),
        price: fromMinorUnits(price?.priceInMinorUnits ?? 0),
        originalPrice: fromMinorUnits(price?.originalPriceInMinorUnits ?? 0),
        maxQuantity: context.limits.linePieces,
        lineTotal: fromMinorUnits(price?.lineTotalInMinorUnits ?? 0),
        lowStockCount: line.left,
        // Shoppers see a used up offer as ended.
        problem: line.problem === 'offer-used-up' ? 'offer-ended' : line.problem,
      };
    }),
    pricing: pricingAnswer(sums.pricing),
    promo: outcome && promoAnswer(outcome),
  };
}

function promoAnswer(outcome: PromoOutcome): NonNullable<Answer['promo']> {
  if (outcome.applied && !outcome.isUsedUp)
    return { applied: true, message: '', ...pick(outcome.promo, 'promoCode', 'discountPercentage') };
  const { promoCode } = outcome.applied ? outcome.promo : outcome;
  const message = promoRefusals[outcome.applied ? 'used-up' : outcome.reason];
  return { promoCode, applied: false, message, discountPercentage: 0 };
}

/** A cart may exceed the safe integers. */
function priceWithin(...[lines, promo, policy]: Parameters<typeof priceOrder>) {
  try {
    return priceOrder(lines, promo, policy);
  } catch (error) {
    if (error instanceof RangeError)
      throw new ProblemError('invalid-request', 'This cart is too large.', undefined, { cause: error });
    throw error;
  }
}
