import { z } from 'zod';
import { uploadLimits } from '../browser/limits.ts';
import { type OfferTextName, offerTextEntries } from '../browser/offer-fields.ts';
import { normalizePromoCode } from '../browser/typed-text.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, answerWith, objectIdSchema } from '../primitives.ts';
import { adminOfferSchema, discountTypes, offerProductDetailsSchema, offerSchema } from './offer.ts';
import { type PromoRefusal, promoRefusals } from './promo-code.ts';

const defineEndpoint = ownedBy('offer');

const listedOfferSchema = z.union([adminOfferSchema, offerSchema]);

export const listOffers = defineEndpoint('listOffers', 'GET /api/special-offers', {
  role: 'public',
  variesByCaller: true,
  right: 'offers.see',
  summary: 'Live offers, or all offers for an admin.',
  answer: answerWith({ offers: z.array(listedOfferSchema) }),
});

export const getOffer = defineEndpoint('getOffer', 'GET /api/special-offers/{id}', {
  role: 'public',
  variesByCaller: true,
  right: 'offers.see',
  summary: 'One live offer, or any offer for an admin.',
  answer: answerOf(listedOfferSchema),
});

/** A multipart field that contains JSON. */
const jsonText = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  z
    .string()
    .max(16_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** An HTML date or date-time; the time is dropped. */
const daySchema = (message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^\d{4}-\d{2}-\d{2}/, message)
    .transform((text) => text.slice(0, 10))
    .pipe(z.iso.date(message));

const requiredFields = offerTextEntries.filter(([, { isRequired }]) => isRequired === true);

/**
 * Reports all blank required fields in one sentence, before any other check. `whenAbsent` tells whether an absent field
 * is reported too, or keeps its value.
 */
const withRequiredFields = <Schema extends z.ZodType>(schema: Schema, whenAbsent: 'missing' | 'unchanged') =>
  z.preprocess((form, context) => {
    const values = typeof form === 'object' && form !== null ? new Map(Object.entries(form)) : new Map();
    const missing = requiredFields.filter(([field]) => {
      const value: unknown = values.get(field);
      if (value === undefined) return whenAbsent === 'missing';
      return typeof value !== 'string' || value.trim() === '';
    });
    if (missing.length === 0) return form;
    const labels = missing.map(([, { label }]) => label).join(', ');
    const message = `Please fill in all required fields: ${labels}`;
    context.addIssue({ code: 'custom', message, path: missing.slice(0, 1).map(([field]) => field) });
    return z.NEVER;
  }, schema);

/** A text of a multipart form, which has CRLF line breaks. */
const formText = (label: string, maxLength: number, message?: string) =>
  z
    .string(message)
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .max(maxLength, `${label} must be at most ${maxLength} characters`);

const textSchemas = Object.fromEntries(
  offerTextEntries.map(([name, { label, kind, maxLength, isRequired }]) => {
    const message = `Please fill in all required fields: ${label}`;
    if (kind === 'day') return [name, daySchema(message)];
    const text = formText(label, maxLength, message);
    return [name, isRequired ? text.min(1, message) : text];
  }),
) as Record<OfferTextName, z.ZodType<string, string>>;

const offerFields = {
  ...textSchemas,
  promoCode: textSchemas.promoCode.transform(normalizePromoCode),
  discountType: z.enum(discountTypes),
  discountValue: z
    .string('Please enter a valid discount value')
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter a valid discount value')
    .transform(Number),
  isActive: z.enum(['true', 'false']).transform((text) => text === 'true'),
  redemptionSteps: jsonText(
    z.array(z.string().trim().min(1).max(300)).max(20),
    'The redemption steps are not valid.',
  ),
  productDetails: jsonText(offerProductDetailsSchema, 'The product details are not valid.'),
  targetProducts: jsonText(z.array(objectIdSchema).max(200), 'The target products are not valid.'),
  /** Empty: no limit. */
  maxRedemptions: z
    .union([z.literal(''), z.string().regex(/^\d{1,9}$/, 'Max redemptions must be at least 1')])
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(z.int().min(1, 'Max redemptions must be at least 1').nullable()),
};

const optionalTextSchemas = Object.fromEntries(
  offerTextEntries
    .filter(([, { isRequired }]) => isRequired !== true)
    .map(([name]) => [name, textSchemas[name].default('')]),
) as Record<never, never>;

/** All fields of a multipart form are texts. Unknown fields are dropped. */
export const createOfferBodySchema = withRequiredFields(
  z.object({
    ...offerFields,
    ...optionalTextSchemas,
    discountType: offerFields.discountType.default('percentage'),
    isActive: offerFields.isActive.default(true),
    redemptionSteps: offerFields.redemptionSteps.default([]),
    productDetails: offerFields.productDetails.default({}),
    targetProducts: offerFields.targetProducts.default([]),
    maxRedemptions: offerFields.maxRedemptions.default(null),
  }),
  'missing',
);

export const updateOfferBodySchema = withRequiredFields(
  z
    .object({
      ...offerFields,
      version: z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    })
    .partial(),
  'unchanged',
);

const offerImage = {
  field: 'image',
  maxBytes: uploadLimits.offerImage.maxBytes,
  required: false,
  tooLargeText: `Image file size must be less than ${uploadLimits.offerImage.text}`,
} as const;

const writtenOffer = answerOf(adminOfferSchema).extend({ message: z.string() });

export const createOffer = defineEndpoint('createOffer', 'POST /api/special-offers', {
  changesPublicReads: true,
  ...forStaff('offers.change'),
  summary: 'Creates an offer from a multipart form.',
  file: offerImage,
  body: createOfferBodySchema,
  status: 201,
  answer: writtenOffer,
  problems: ['conflict', 'unsupported-type'],
});

export const updateOffer = defineEndpoint('updateOffer', 'PUT /api/special-offers/{id}', {
  changesPublicReads: true,
  ...forStaff('offers.change'),
  summary: 'Updates the given fields of an offer by the same form. A stale `version` is refused.',
  file: offerImage,
  body: updateOfferBodySchema,
  answer: writtenOffer,
  problems: ['conflict', 'version-conflict', 'unsupported-type'],
});

export const toggleOffer = defineEndpoint('toggleOffer', 'PATCH /api/special-offers/{id}/toggle-status', {
  changesPublicReads: true,
  ...forStaff('offers.change'),
  summary: 'Activates or deactivates an offer.',
  body: z.object({ isActive: z.boolean() }),
  answer: writtenOffer,
  problems: ['conflict'],
});

export const deleteOffer = defineEndpoint('deleteOffer', 'DELETE /api/special-offers/{id}', {
  changesPublicReads: true,
  ...forStaff('offers.change'),
  summary: 'Deletes an offer. Orders that used it keep it.',
  answer: writtenOffer,
});

export const promoCheckSchema = z.discriminatedUnion('applied', [
  z.object({
    applied: z.literal(true),
    offerId: objectIdSchema,
    title: z.string(),
    promoCode: z.string(),
    /** Percent off the price of each matching line. */
    discountPercentage: z.number().min(0).max(100),
    /** The products that it applies to; empty: all. */
    targetProducts: z.array(z.string()),
  }),
  z.object({
    applied: z.literal(false),
    reason: z.enum(Object.keys(promoRefusals) as [PromoRefusal, ...PromoRefusal[]]),
    message: z.string(),
  }),
]);

export type PromoCheck = z.output<typeof promoCheckSchema>;

export const checkPromo = defineEndpoint('checkPromo', 'POST /api/special-offers/check-promo', {
  role: 'public',
  summary: 'Checks whether a promo code applies to these products, with the reason if not.',
  body: z.object({
    promoCode: z
      .string('Enter a promo code.')
      .overwrite(normalizePromoCode)
      .min(1, 'Enter a promo code.')
      .max(20, 'This promo code is not valid.'),
    products: z
      .array(z.object({ productId: z.string().max(64) }))
      .max(500)
      .default([]),
  }),
  answer: answerOf(promoCheckSchema),
  problems: ['too-many-requests'],
});

/** A hold on offers for one order. A repeated call returns the same hold. */
export const redeemOffers = defineEndpoint('redeemOffers', 'POST /internal/redemptions', {
  version: 3,
  role: 'service',
  summary: 'Reserves one redemption of each offer for an order, of all or of none.',
  body: z.object({
    orderId: objectIdSchema,
    userId: z.string().max(64),
    /** The offers of the lines and of the promo code, without duplicates. */
    offerIds: z.array(objectIdSchema).min(1).max(50),
  }),
  answer: answerWith({}),
  /** For `offer-not-available`, `details[].path` is the offer id and `message` is `ended` or `used-up`. */
  problems: ['offer-not-available', 'conflict'],
});

export const releaseRedemptions = defineEndpoint(
  'releaseRedemptions',
  'POST /internal/redemptions/{orderId}/release',
  {
    role: 'service',
    summary: 'Releases the redemptions of an order that was not placed. Idempotent.',
    answer: answerWith({ released: z.int().min(0) }),
  },
);
