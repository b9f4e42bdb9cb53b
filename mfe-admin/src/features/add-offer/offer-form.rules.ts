import type { AdminOffer } from '@kinmel/contracts';
import {
  emptyOfferTexts,
  fromMinorUnits,
  minorUnitsOf,
  numberQuestion,
  type OfferDetailName,
  offerDetailNames,
  offerDetailTexts,
  offerTextEntries,
  typedAmount,
  typedNumber,
  uploadLimits,
} from '@kinmel/contracts/browser';

/** An edited offer keeps a category that is not in this list. */
export const offerCategories = [
  'All Brands',
  'Apple',
  'Samsung',
  'OnePlus',
  'Xiaomi',
  'Google',
  'Huawei',
  'Accessories',
  'Gaming Phones',
  'Budget Phones',
  'Flagship Phones',
] as const;

const imageLimit = uploadLimits.offerImage;
export const imageHint = `JPEG, PNG, GIF or WebP, up to ${imageLimit.text}`;
export const imageTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Form fields of the product details. */
const detailFields = {
  name: 'productName',
  giftItem: 'giftItem',
  description: 'productDescription',
} as const satisfies Record<OfferDetailName, string>;

export const detailEntries = offerDetailNames.map(
  (name) => [detailFields[name], offerDetailTexts[name]] as const,
);

export const offerLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(offerTextEntries.map(([name, { label }]) => [name, label])),
  discountType: 'Discount type',
  discountValue: 'Discount value',
  isActive: 'Active',
  maxRedemptions: 'Max redemptions',
  ...Object.fromEntries(detailEntries.map(([name, { label }]) => [name, label])),
  originalPrice: 'Original price',
  specs: 'Specifications',
  redemptionSteps: 'Redemption steps',
  targetProducts: 'Target products',
};

/** The form as typed: numbers are strings. */
export const emptyOffer = {
  ...emptyOfferTexts,
  discountType: 'percentage' as AdminOffer['discountType'],
  discountValue: '',
  isActive: true,
  maxRedemptions: '',
  productName: '',
  giftItem: '',
  productDescription: '',
  originalPrice: '',
  specs: '',
  redemptionSteps: [''] as readonly string[],
  targetProducts: [] as readonly string[],
  image: undefined as File | undefined,
};

export type OfferFields = typeof emptyOffer;
export type OfferField = keyof OfferFields;

const textOf = (value: number | string | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

const specsText = (specs: AdminOffer['productDetails']['specs']): string =>
  typeof specs === 'object'
    ? Object.entries(specs)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')
    : (specs ?? '');

export function fieldsOf(offer: AdminOffer): OfferFields {
  const { productDetails: details } = offer;
  const texts = Object.fromEntries(offerTextEntries.map(([name]) => [name, offer[name] ?? '']));
  const detailTexts = Object.fromEntries(
    offerDetailNames.map((name) => [detailFields[name], details[name] ?? '']),
  );
  return {
    ...emptyOffer,
    ...texts,
    ...detailTexts,
    discountType: offer.discountType,
    discountValue: textOf(offer.discountValue),
    isActive: offer.isActive,
    maxRedemptions: textOf(offer.maxRedemptions),
    originalPrice: textOf(details.originalPrice),
    specs: specsText(details.specs),
    redemptionSteps: offer.redemptionSteps.length > 0 ? offer.redemptionSteps : [''],
    targetProducts: offer.targetProducts,
  };
}

export interface OfferProblems {
  /** Shown above the form. */
  readonly message: string | undefined;
  readonly fields: Readonly<Partial<Record<OfferField, string>>>;
}

/** A typed sum or percentage with at most two decimals; undefined for any other text. */
function valueOf(text: string): number | undefined {
  const value = typedAmount(text.trim().replace(/\s*%$/, ''));
  return value >= 0 ? value : undefined;
}

/** The server repeats this check. */
export function imageProblem(image: Pick<File, 'size' | 'type'>): string | undefined {
  if (!imageTypes.some((type) => type === image.type))
    return 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';
  return image.size > imageLimit.maxBytes
    ? `Image file size must be less than ${imageLimit.text}`
    : undefined;
}

interface OfferContext {
  readonly isNew: boolean;
  /** Today in Nepal, `YYYY-MM-DD`. */
  readonly today: string;
  /** All other offers. */
  readonly others: readonly AdminOffer[];
}

/** Checks the form, in the order and words of the specification; undefined when it is valid. */
export function checkOffer(
  fields: OfferFields,
  { isNew, today, others }: OfferContext,
): OfferProblems | undefined {
  const missingEntries = offerTextEntries.filter(
    ([field, { isRequired }]) => isRequired === true && fields[field].trim() === '',
  );
  if (missingEntries.length > 0) {
    return {
      message: `Please fill in all required fields: ${missingEntries.map(([, { label }]) => label).join(', ')}`,
      fields: Object.fromEntries(missingEntries.map(([field, { label }]) => [field, `${label} is missing`])),
    };
  }
  const errors: Partial<Record<OfferField, string>> = {};
  if (fields.validFrom >= fields.validUntil)
    errors.validUntil = 'Valid Until date must be after Valid From date';
  else if (isNew && fields.validUntil <= today) errors.validUntil = 'Valid Until date must be in the future';
  const value = valueOf(fields.discountValue);
  const isNumeric = fields.discountType === 'percentage' || fields.discountType === 'fixed';
  const maxValue = fields.discountType === 'percentage' ? 100 : Number.POSITIVE_INFINITY;
  if (value === undefined || value > maxValue || (isNumeric && value === 0))
    errors.discountValue =
      numberQuestion(fields.discountValue, 'NPR') ?? 'Please enter a valid discount value';
  if (fields.maxRedemptions.trim() !== '') {
    const maxRedemptions = typedNumber(fields.maxRedemptions);
    if (!(Number.isInteger(maxRedemptions) && maxRedemptions >= 1))
      errors.maxRedemptions = numberQuestion(fields.maxRedemptions) ?? 'Max redemptions must be at least 1';
    else if (maxRedemptions > 999_999_999)
      errors.maxRedemptions = 'Max redemptions must be at most 999,999,999';
  }
  if (fields.originalPrice.trim() !== '' && valueOf(fields.originalPrice) === undefined)
    errors.originalPrice = numberQuestion(fields.originalPrice, 'NPR') ?? 'Please enter a valid price';
  const code = fields.promoCode.trim().toUpperCase();
  const isTaken = others.some(
    (other) => other.promoCode === code && other.isActive && other.validUntil >= today,
  );
  if (isTaken && fields.isActive)
    errors.promoCode = 'This promo code belongs to another live offer. Please choose another one.';
  const wrongImage = fields.image && imageProblem(fields.image);
  if (wrongImage) errors.image = wrongImage;
  return Object.keys(errors).length > 0 ? { message: undefined, fields: errors } : undefined;
}

/** Promo code: the first eight letters and digits of the title and a number below 100. */
export const codeOf = (title: string, suffix: number): string => {
  const letters = title
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 8);
  return letters === '' ? '' : `${letters}${suffix}`;
};

/** At least 0; undefined when it cannot be computed. */
export function discountedPrice({
  discountType,
  discountValue,
  originalPrice,
}: Pick<OfferFields, 'discountType' | 'discountValue' | 'originalPrice'>): number | undefined {
  const price = valueOf(originalPrice);
  const value = valueOf(discountValue);
  if (price === undefined || value === undefined) return undefined;
  if (discountType === 'percentage') return Math.max(fromMinorUnits(Math.round(price * (100 - value))), 0);
  return discountType === 'fixed' ? Math.max(fromMinorUnits(minorUnitsOf(price - value)), 0) : undefined;
}

const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** The multipart body; `before` is the edited offer. */
export function formOf(fields: OfferFields, editedOffer: AdminOffer | undefined): FormData {
  const form = new FormData();
  for (const [name] of offerTextEntries) form.append(name, fields[name].trim());
  form.append('discountType', fields.discountType);
  form.append('discountValue', numberText(valueOf(fields.discountValue)));
  form.append('isActive', String(fields.isActive));
  form.append(
    'maxRedemptions',
    fields.maxRedemptions.trim() && numberText(typedNumber(fields.maxRedemptions)),
  );
  const details = editedOffer?.productDetails ?? {};
  const price = discountedPrice(fields);
  form.append(
    'productDetails',
    JSON.stringify({
      ...details,
      ...Object.fromEntries(offerDetailNames.map((name) => [name, fields[detailFields[name]].trim()])),
      originalPrice: valueOf(fields.originalPrice) ?? null,
      discountedPrice:
        price ?? (valueOf(fields.originalPrice) === undefined ? null : details.discountedPrice),
      // Structured specs stay structured unless their text was changed.
      specs: fields.specs === specsText(details.specs) ? details.specs : fields.specs.trim(),
    }),
  );
  const steps = fields.redemptionSteps.map((step) => step.trim()).filter((step) => step !== '');
  form.append('redemptionSteps', JSON.stringify(steps));
  form.append('targetProducts', JSON.stringify(fields.targetProducts));
  if (editedOffer) form.append('version', String(editedOffer.version));
  if (fields.image) form.append('image', fields.image);
  return form;
}

export function stateOf(
  { isActive, validUntil }: Pick<AdminOffer, 'isActive' | 'validUntil'>,
  today: string,
) {
  if (!isActive) return 'inactive';
  return validUntil < today ? 'expired' : 'active';
}
