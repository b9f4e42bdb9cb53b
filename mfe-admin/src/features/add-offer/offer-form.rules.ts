import type { AdminOffer } from '@kinmel/contracts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** AOFF-34. An offer with another category keeps it while it is edited (CONF-52). */
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

/** AOFF-24, AOFF-25. */
const imageMaxBytes = 5 * 1024 * 1024;
export const imageTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'] as const;

/** The form as it is typed: all text but the ticks, the steps and the products. */
export interface OfferFields {
  readonly title: string;
  readonly description: string;
  readonly discount: string;
  readonly discountType: AdminOffer['discountType'];
  readonly discountValue: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly category: string;
  readonly promoCode: string;
  readonly isActive: boolean;
  readonly maxRedemptions: string;
  readonly productName: string;
  readonly originalPrice: string;
  readonly productDescription: string;
  readonly specs: string;
  readonly giftItem: string;
  readonly redemptionSteps: readonly string[];
  readonly targetProducts: readonly string[];
}

export type OfferField = keyof OfferFields | 'image';

export const emptyOffer: OfferFields = {
  title: '',
  description: '',
  discount: '',
  discountType: 'percentage',
  discountValue: '',
  validFrom: '',
  validUntil: '',
  category: '',
  promoCode: '',
  isActive: true,
  maxRedemptions: '',
  productName: '',
  originalPrice: '',
  productDescription: '',
  specs: '',
  giftItem: '',
  redemptionSteps: [''],
  targetProducts: [],
};

const textOf = (value: number | string | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

const specsText = (specs: AdminOffer['productDetails']['specs']): string =>
  typeof specs === 'object'
    ? Object.entries(specs)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')
    : (specs ?? '');

/** The form of a stored offer (AOFF-11). */
export function fieldsOf(offer: AdminOffer): OfferFields {
  const { productDetails: details } = offer;
  return {
    title: offer.title,
    description: offer.description,
    discount: offer.discount,
    discountType: offer.discountType,
    discountValue: textOf(offer.discountValue),
    validFrom: offer.validFrom,
    validUntil: offer.validUntil,
    category: offer.category,
    promoCode: offer.promoCode,
    isActive: offer.isActive,
    maxRedemptions: textOf(offer.maxRedemptions),
    productName: details.name ?? '',
    originalPrice: textOf(details.originalPrice),
    productDescription: details.description ?? '',
    specs: specsText(details.specs),
    giftItem: details.giftItem ?? '',
    redemptionSteps: offer.redemptionSteps.length > 0 ? offer.redemptionSteps : [''],
    targetProducts: offer.targetProducts,
  };
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The form after somebody else was faster: what was not touched is as the offer has it now, what was typed stays. */
export function mergeFresh(own: OfferFields, before: OfferFields, fresh: OfferFields): OfferFields {
  const touched = Object.entries(own).filter(
    ([field, value]) => !isSame(value, before[field as keyof OfferFields]),
  );
  return { ...fresh, ...Object.fromEntries(touched) };
}

const requiredLabels = {
  title: 'Title',
  description: 'Description',
  discount: 'Discount text',
  validFrom: 'Valid From',
  validUntil: 'Valid Until',
  category: 'Category',
  promoCode: 'Promo code',
} as const;

export interface OfferProblems {
  /** What stands above the form. */
  readonly message: string | undefined;
  readonly fields: Readonly<Partial<Record<OfferField, string>>>;
}

const shopDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kathmandu',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The shop's calendar day of a moment, `YYYY-MM-DD`. */
export const dayOf = (date: Date): string => shopDay.format(date);

/** What an amount can be: the server takes as many, with at most two decimals. */
const isAmount = (text: string) =>
  /^\d{1,10}(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 1_000_000_000;

const number = (text: string): number | undefined => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};

/** The same image checks as the server's (AOFF-24, AOFF-25). */
export function imageProblem(image: Pick<File, 'size' | 'type'>): string | undefined {
  if (!imageTypes.some((type) => type === image.type))
    return 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';
  return image.size > imageMaxBytes ? 'Image file size must be less than 5MB' : undefined;
}

interface Surroundings {
  readonly isNew: boolean;
  /** The shop's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The offers that there are, without the one that is edited. */
  readonly others: readonly AdminOffer[];
  readonly image?: Pick<File, 'size' | 'type'> | undefined;
}

/** What is wrong with the form, in the order and the words of the document (AOFF-13 to AOFF-25); undefined when it can be sent. */
export function checkOffer(
  fields: OfferFields,
  { isNew, today, others, image }: Surroundings,
): OfferProblems | undefined {
  const missing = Object.entries(requiredLabels).filter(
    ([field]) => fields[field as keyof typeof requiredLabels].trim() === '',
  );
  if (missing.length > 0) {
    return {
      message: `Please fill in all required fields: ${missing.map(([, label]) => label).join(', ')}`,
      fields: Object.fromEntries(missing.map(([field, label]) => [field, `${label} is missing`])),
    };
  }
  const found: Partial<Record<OfferField, string>> = {};
  if (fields.validFrom >= fields.validUntil)
    found.validUntil = 'Valid Until date must be after Valid From date';
  else if (isNew && fields.validUntil <= today) found.validUntil = 'Valid Until date must be in the future';
  const value = number(fields.discountValue);
  const counts = fields.discountType === 'percentage' || fields.discountType === 'fixed';
  const mostValue = fields.discountType === 'percentage' ? 100 : Number.POSITIVE_INFINITY;
  if (value === undefined || !isAmount(fields.discountValue) || value > mostValue || (counts && value === 0))
    found.discountValue = 'Please enter a valid discount value';
  const most = fields.maxRedemptions.trim();
  if (most !== '' && !/^[1-9]\d*$/.test(most)) found.maxRedemptions = 'Max redemptions must be at least 1';
  else if (most.length > 9) found.maxRedemptions = 'Max redemptions must be at most 999,999,999';
  if (fields.originalPrice.trim() !== '' && !isAmount(fields.originalPrice))
    found.originalPrice = 'Please enter a valid price';
  const code = fields.promoCode.trim().toUpperCase();
  const isTaken = others.some(
    (other) => other.promoCode === code && other.isActive && other.validUntil >= today,
  );
  if (isTaken && fields.isActive)
    found.promoCode = 'This promo code belongs to another live offer. Please choose another one.';
  const wrongImage = image && imageProblem(image);
  if (wrongImage) found.image = wrongImage;
  return Object.keys(found).length > 0 ? { message: undefined, fields: found } : undefined;
}

/** AOFF-29: the letters and digits of the title, the first eight, and a number below 100. */
export const codeOf = (title: string, chosen: number): string => {
  const letters = title
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 8);
  return letters === '' ? '' : `${letters}${chosen}`;
};

/** AOFF-30 to AOFF-32; never below zero (CONF-57). Undefined where there is nothing to compute. */
export function discountedPrice({
  discountType,
  discountValue,
  originalPrice,
}: Pick<OfferFields, 'discountType' | 'discountValue' | 'originalPrice'>): number | undefined {
  const price = number(originalPrice);
  const value = number(discountValue);
  if (price === undefined || value === undefined) return undefined;
  if (discountType === 'percentage') return Math.max(Math.round(price * (100 - value)) / 100, 0);
  return discountType === 'fixed' ? Math.max(Math.round((price - value) * 100) / 100, 0) : undefined;
}

/** The multipart form (AAPI-38 to AAPI-41); `before` is the offer that is edited. */
export function formOf(
  fields: OfferFields,
  { before, image }: { before?: AdminOffer | undefined; image?: File | undefined },
): FormData {
  const form = new FormData();
  const texts = {
    title: fields.title.trim(),
    description: fields.description.trim(),
    discount: fields.discount.trim(),
    discountType: fields.discountType,
    discountValue: fields.discountValue.trim(),
    validFrom: fields.validFrom,
    validUntil: fields.validUntil,
    category: fields.category,
    promoCode: fields.promoCode.trim(),
    isActive: String(fields.isActive),
    maxRedemptions: fields.maxRedemptions.trim(),
  };
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  const details = before?.productDetails ?? {};
  const price = discountedPrice(fields);
  form.append(
    'productDetails',
    JSON.stringify({
      ...details,
      name: fields.productName.trim(),
      originalPrice: number(fields.originalPrice) ?? null,
      discountedPrice: price ?? (number(fields.originalPrice) === undefined ? null : details.discountedPrice),
      description: fields.productDescription.trim(),
      // A list of its own form stays what it was unless it was changed.
      specs: fields.specs === specsText(details.specs) ? details.specs : fields.specs.trim(),
      giftItem: fields.giftItem.trim(),
    }),
  );
  const steps = fields.redemptionSteps.map((step) => step.trim()).filter((step) => step !== '');
  form.append('redemptionSteps', JSON.stringify(steps));
  form.append('targetProducts', JSON.stringify(fields.targetProducts));
  if (before) form.append('version', String(before.version));
  if (image) form.append('image', image);
  return form;
}

/** How an offer is shown (AOFF-35 to AOFF-37). */
export function stateOf(
  { isActive, validUntil }: Pick<AdminOffer, 'isActive' | 'validUntil'>,
  today: string,
): 'active' | 'expired' | 'inactive' {
  if (!isActive) return 'inactive';
  return validUntil < today ? 'expired' : 'active';
}

const isOffer = (value: unknown): value is AdminOffer =>
  isFields(value) && typeof value['_id'] === 'string' && typeof value['title'] === 'string';

/** An offer with a place for everything that the form reads (AENT-16). */
const wholeOffer = (offer: AdminOffer): AdminOffer => ({
  ...offer,
  productDetails: isFields(offer.productDetails) ? offer.productDetails : {},
  redemptionSteps: Array.isArray(offer.redemptionSteps) ? offer.redemptionSteps : [],
  targetProducts: Array.isArray(offer.targetProducts) ? offer.targetProducts : [],
  maxRedemptions: offer.maxRedemptions ?? null,
  currentRedemptions: offer.currentRedemptions ?? 0,
});

/** Reads an array or an object with `offers`; undefined when there is no list. */
export function readOffers(answer: unknown): readonly AdminOffer[] | undefined {
  const list = isFields(answer) ? (answer['offers'] ?? answer['data']) : answer;
  return Array.isArray(list) ? list.filter(isOffer).map(wholeOffer) : undefined;
}

/** Reads one offer from `{data}` or the bare object (SIL-02). */
export function readOffer(answer: unknown): AdminOffer | undefined {
  const offer = isFields(answer) ? (answer['data'] ?? answer) : undefined;
  return isOffer(offer) ? wholeOffer(offer) : undefined;
}
