import { z } from 'zod';
import {
  type OfferDetailName,
  type OfferTextName,
  offerDetailTexts,
  offerTextEntries,
} from '../browser/offer-fields.ts';
import { objectIdSchema, shopCurrencySchema } from '../primitives.ts';

/** The form of the back office offers the first two. */
export const discountTypes = ['percentage', 'fixed', 'bundle', 'gift'] as const;

const amountSchema = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'At most two decimals.');

const answeredTexts = Object.fromEntries(
  offerTextEntries.map(([name, { kind }]): [OfferTextName, z.ZodType<string>] => [
    name,
    kind === 'day' ? z.iso.date() : z.string(),
  ]),
) as Record<OfferTextName, z.ZodType<string>>;

const detailTexts = Object.fromEntries(
  Object.entries(offerDetailTexts).map(([name, { maxLength }]) => [
    name,
    z.string().max(maxLength).optional(),
  ]),
) as Record<OfferDetailName, z.ZodOptional<z.ZodString>>;

/** The offered product, if it is not in the catalogue. Prices in major units. */
export const offerProductDetailsSchema = z.object({
  ...detailTexts,
  price: amountSchema.nullable().optional(),
  originalPrice: amountSchema.nullable().optional(),
  discountedPrice: amountSchema.nullable().optional(),
  specs: z.union([z.string().max(1000), z.record(z.string(), z.string().max(300))]).optional(),
});

/** A special offer in public answers. */
export const offerSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  /** Dates are days of the shop, `YYYY-MM-DD`, inclusive; `discount` is display text: "20% OFF". */
  ...answeredTexts,
  discountType: z.enum(discountTypes),
  /** In percent for `percentage`, in major units for `fixed`; unused for `bundle` and `gift`. */
  discountValue: z.number().min(0),
  /** Includes the prices of `productDetails`. */
  currency: shopCurrencySchema,
  /** Server-relative path; may be empty. */
  image: z.string(),
  isActive: z.boolean(),
  redemptionSteps: z.array(z.string()),
  productDetails: offerProductDetailsSchema,
  /** Product ids; may be empty. */
  targetProducts: z.array(z.string()),
  version: z.int().min(1),
});

export type Offer = z.output<typeof offerSchema>;

/** An offer as staff see it, with its redemptions. */
export const adminOfferSchema = offerSchema.extend({
  /** Null: no limit. */
  maxRedemptions: z.int().min(1).nullable(),
  currentRedemptions: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type AdminOffer = z.output<typeof adminOfferSchema>;
