import { type BodyOf, type checkCart as endpoint, promoRefusals, shopCurrency } from '@kinmel/contracts';
import { type ContentOf, fromMinorUnits, ProblemError, pick } from '@kinmel/service-kit';
import { pricingAnswer } from '../../orders/reads/order-answer.ts';
import type { PlacingContext } from '../placing-context.ts';
import { type KnownLine, type PromoOutcome, priceOrder } from './price-order.rules.ts';
import { cartLinesOf, lookUpCart } from './price-today.ts';

type Answer = ContentOf<typeof endpoint>;

/** Excludes lines that cannot be ordered from the sum. With too few pieces in stock, the shopper decides. */
const isInSum = ({ problem }: KnownLine) => problem === null || problem === 'low-stock';

/** Prices and stock of a cart, by the same steps as placing an order; stores nothing. */
export async function checkCart(
  context: PlacingContext,
  body: BodyOf<typeof endpoint>,
  caller: Parameters<PlacingContext['limits']['code']>[0],
): Promise<Answer> {
  const cartLines = cartLinesOf(body.products);
  const promoGuess = body.promoCode ? await context.limits.code(caller) : undefined;
  const { policy, lines: knownLines, outcome } = await lookUpCart(context, cartLines, body.promoCode);
  if (outcome === null || outcome.applied || outcome.reason !== 'unknown') await promoGuess?.uncount();
  const promo = outcome?.applied && !outcome.isUsedUp ? outcome.promo : null;
  const sums = priceWithin(knownLines.filter(isInSum), promo, policy);
  const allPrices = priceWithin(knownLines, promo, policy);
  return {
    currency: shopCurrency,
    products: knownLines.map((line, index) => {
      const price = allPrices.lines[index];
      return {
        ...pick(line, 'productId', 'offerId', 'name', 'image', 'quantity', 'inStock'),
        price: fromMinorUnits(price?.priceInMinorUnits ?? 0),
        originalPrice: fromMinorUnits(price?.originalPriceInMinorUnits ?? 0),
        maxQuantity: context.limits.linePieces,
        lineTotal: fromMinorUnits(price?.lineTotalInMinorUnits ?? 0),
        lowStockCount: line.lowStockCount,
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

/** The amounts of a huge cart may exceed the safe integers. */
function priceWithin(...[lines, promo, policy]: Parameters<typeof priceOrder>) {
  try {
    return priceOrder(lines, promo, policy);
  } catch (error) {
    if (error instanceof RangeError)
      throw new ProblemError('invalid-request', 'This cart is too large.', undefined, { cause: error });
    throw error;
  }
}
