import type { Offer, Product } from '@kinmel/contracts';
import { offerPercent, offerPrice, type PricedOffer } from '@kinmel/pricing';
import { variantOf } from '../cart.rules.ts';
import type { CartInput } from '../cart-line.ts';

const minorUnitsOrNull = (price: number | null | undefined) =>
  price === null || price === undefined ? null : Math.round(price * 100);

function pricedOffer({ id, title, discountType, discountValue, productDetails }: Offer): PricedOffer {
  return {
    offerId: id,
    title,
    discountType,
    discountPercentage: discountType === 'percentage' ? discountValue : 0,
    discountInMinorUnits: discountType === 'fixed' ? Math.round(discountValue * 100) : 0,
    originalPriceInMinorUnits: minorUnitsOrNull(productDetails.originalPrice ?? productDetails.price),
    discountedPriceInMinorUnits: minorUnitsOrNull(productDetails.discountedPrice),
  };
}

/**
 * The input of "Add to Cart with Offer": the offer's first product, or the offer itself, at the price that the server
 * computes for the order. `product` is that first product, when the page knows it.
 */
export function inputOfOffer(offer: Offer, product?: Product | null): CartInput {
  const { productDetails, targetProducts } = offer;
  const priced = pricedOffer(offer);
  const { unitPriceInMinorUnits, originalPriceInMinorUnits } = offerPrice(priced);
  return {
    _id: targetProducts[0] ?? offer.id,
    name: productDetails.name || product?.name || offer.title,
    image: offer.image || product?.image || '',
    price: unitPriceInMinorUnits / 100,
    originalPrice: originalPriceInMinorUnits / 100,
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
