import type { PlaceOrderBody, PlacingContext } from '../placing-context.ts';
import { currentOffers, currentProducts } from './current-copies.ts';
import { checkPromo, lookUpLine, type WantedLine } from './price-order.rules.ts';

/** Of the client count ids and quantities only (CONF-68). */
export function wantedLines(products: PlaceOrderBody['products']): WantedLine[] {
  return products.map(({ productId, quantity, specialOffer }) => ({
    productId: productId.toLowerCase(),
    quantity,
    offerId: specialOffer?.id.toLowerCase() ?? null,
  }));
}

/** Offers that name no product stand in a line under their own id, which is no product to look for. */
const productIdsOf = (lines: readonly WantedLine[]) => [
  ...new Set(lines.flatMap(({ productId, offerId }) => (productId === offerId ? [] : productId))),
];

const offerIdsOf = (lines: readonly WantedLine[]) => [
  ...new Set(lines.flatMap(({ offerId }) => offerId ?? [])),
];

/** What the shop itself knows of a cart today: its lines, what became of the code, and the policy that prices them. */
export async function lookUpCart(
  context: PlacingContext,
  wanted: readonly WantedLine[],
  code: string | null | undefined,
) {
  const promoCode = code?.toUpperCase() || null;
  const [policy, products, offers, candidates] = await Promise.all([
    context.currentPolicy(),
    currentProducts(context, productIdsOf(wanted)),
    currentOffers(context, offerIdsOf(wanted)),
    promoCode === null ? [] : context.offerCopies.ofCode(promoCode),
  ]);
  const today = context.dayOf(context.now());
  return {
    policy,
    lines: wanted.map((line) => lookUpLine(line, { products, offers }, today)),
    outcome: promoCode === null ? null : checkPromo(promoCode, candidates, wanted, today),
  };
}
