import type { BodyOf, updateOffer } from '@kinmel/contracts';
import { toMinorUnits } from '@kinmel/service-kit';
import type { OfferFields, OfferProductDetails } from './offer.rules.ts';

type FormFields = Omit<BodyOf<typeof updateOffer>, 'version'>;

const amountOf = (price: number | null | undefined) =>
  price === null || price === undefined ? price : toMinorUnits(price);

function detailsOf(details: NonNullable<FormFields['productDetails']>): OfferProductDetails {
  const { price, originalPrice, discountedPrice, ...texts } = details;
  return {
    ...texts,
    priceInMinorUnits: amountOf(price),
    originalPriceInMinorUnits: amountOf(originalPrice),
    discountedPriceInMinorUnits: amountOf(discountedPrice),
  };
}

/** The fields of a form: amounts in minor units, normalised unique ids; missing fields stay undefined. */
export function fieldsOf<Form extends FormFields>({ productDetails, targetProducts, ...fields }: Form) {
  return {
    ...fields,
    productDetails: productDetails && detailsOf(productDetails),
    targetProducts: targetProducts && [...new Set(targetProducts.map((id) => id.toLowerCase()))],
  } satisfies Partial<OfferFields>;
}
