import { minorUnitsOf, shopSum } from '@kinmel/contracts/browser';
import { type PricePolicy, type Pricing, priceCart } from '@kinmel/pricing';
import { promoOf } from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';

/** Used until the policy is loaded; then only lines and subtotal may be shown. */
const noPolicy: PricePolicy = { feeInMinorUnits: 0, freeAboveInMinorUnits: 0, taxPercent: 0 };

/** The price of the cart by the shared pricing function, the same in cart, checkout and order. */
export function previewPrice(lines: readonly CartLine[], policy: PricePolicy = noPolicy): Pricing {
  const promo = promoOf(lines);
  return priceCart({
    policy,
    promo: promo
      ? {
          promoCode: promo.code,
          title: promo.code,
          discountPercentage: promo.discountPercentage,
          // Lines that the code covers were marked with it when the code was checked.
          targetProducts: lines.filter((line) => line.promoCode === promo.code).map(({ id }) => id),
        }
      : null,
    lines: lines.map((line) => ({
      productId: line.id,
      quantity: line.quantity,
      listPriceInMinorUnits: minorUnitsOf(line.originalPrice),
      offer: line.specialOffer
        ? {
            offerId: line.specialOffer.id,
            title: line.specialOffer.title,
            discountType: 'bundle',
            discountPercentage: 0,
            discountInMinorUnits: 0,
            originalPriceInMinorUnits: minorUnitsOf(line.originalPrice),
            discountedPriceInMinorUnits: minorUnitsOf(line.price),
          }
        : null,
    })),
  });
}

/** Price times quantity. */
export const lineTotal = ({ price, quantity }: Pick<CartLine, 'price' | 'quantity'>) =>
  shopSum(minorUnitsOf(price) * quantity);
