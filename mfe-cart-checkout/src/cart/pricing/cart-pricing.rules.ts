import { type PricePolicy, type Pricing, priceCart } from '@kinmel/pricing';
import { promoOf } from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';

const minorUnits = (amount: number): number => Math.round(amount * 100);

/** While the policy is not known only the lines and their sum may be shown: its figures count nothing then. */
const noPolicy: PricePolicy = { feeInMinorUnits: 0, freeAboveInMinorUnits: 0, taxPercent: 0 };

/** What the cart costs by the one pricing function: here, in the checkout, and when order places it. */
export function previewPrice(lines: readonly CartLine[], policy: PricePolicy = noPolicy): Pricing {
  const promo = promoOf(lines);
  return priceCart({
    policy,
    promo: promo
      ? {
          promoCode: promo.code,
          title: promo.code,
          discountPercentage: promo.discountPercentage,
          // Which lines the code reaches was said when it was checked, and is kept in the lines.
          targetProducts: lines.filter((line) => line.promoCode === promo.code).map(({ id }) => id),
        }
      : null,
    lines: lines.map((line) => ({
      productId: line.id,
      quantity: line.quantity,
      listPriceInMinorUnits: minorUnits(line.originalPrice),
      offer: line.specialOffer
        ? {
            offerId: line.specialOffer.id,
            title: line.specialOffer.title,
            discountType: 'bundle',
            discountPercentage: 0,
            discountInMinorUnits: 0,
            originalPriceInMinorUnits: minorUnits(line.originalPrice),
            discountedPriceInMinorUnits: minorUnits(line.price),
          }
        : null,
    })),
  });
}

/** What a line costs: its price times its pieces, in minor units. */
export const lineTotal = ({ price, quantity }: Pick<CartLine, 'price' | 'quantity'>): number =>
  minorUnits(price) * quantity;
