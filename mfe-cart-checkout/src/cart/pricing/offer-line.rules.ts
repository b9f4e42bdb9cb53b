import type { Offer, Product } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/contracts/browser';
import { offerPercent, offerPrice, pricedOfferOf } from '@kinmel/pricing';
import { variantOf } from '../cart.rules.ts';
import type { CartInput } from '../cart-line.ts';

/**
 * The input of "Add to Cart with Offer": the offer's first product, or the offer itself, at the price that the server
 * computes for the order. `product` is that first product, when the page has it.
 */
export function inputOfOffer(offer: Offer, product?: Product | null): CartInput {
  const { productDetails, targetProducts } = offer;
  const priced = pricedOfferOf(offer);
  const { unitPriceInMinorUnits, originalPriceInMinorUnits } = offerPrice(priced);
  return {
    _id: targetProducts[0] ?? offer.id,
    name: productDetails.name || product?.name || offer.title,
    image: offer.image || product?.image || '',
    price: fromMinorUnits(unitPriceInMinorUnits),
    originalPrice: fromMinorUnits(originalPriceInMinorUnits),
    quantity: 1,
    details: product ? variantOf(product) : undefined,
    promoCode: offer.promoCode,
    specialOffer: {
      id: offer.id,
      title: offer.title,
      description: offer.description,
      discount: offer.discount,
      discountPercentage: offerPercent(priced),
    },
  };
}
