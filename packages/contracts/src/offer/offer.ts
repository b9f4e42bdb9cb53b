import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';

/** Four are accepted, the form of the back office offers the first two (decision CONF-53). */
export const discountTypes = ['percentage', 'fixed', 'bundle', 'gift'] as const;

const amountSchema = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'At most two decimals.');

/** What an offer shows and sells when it names no product of the shop (ENT-37). Prices in major units. */
export const offerProductDetailsSchema = z.object({
  name: z.string().max(120).optional(),
  price: amountSchema.nullable().optional(),
  originalPrice: amountSchema.nullable().optional(),
  discountedPrice: amountSchema.nullable().optional(),
  description: z.string().max(1000).optional(),
  specs: z.union([z.string().max(1000), z.record(z.string(), z.string().max(300))]).optional(),
  giftItem: z.string().max(200).optional(),
});

/** A special offer as public answers show it (ENT-34 to ENT-37). */
export const offerSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  title: z.string(),
  description: z.string(),
  /** Display text: "20% OFF". */
  discount: z.string(),
  discountType: z.enum(discountTypes),
  /** Percent for `percentage`, rupees for `fixed`; without meaning for `bundle` and `gift`. */
  discountValue: z.number().min(0),
  /** Days of the shop, `YYYY-MM-DD`; both belong to the offer (decision CONF-55). */
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  category: z.string(),
  promoCode: z.string(),
  /** Server-relative path or empty. */
  image: z.string(),
  isActive: z.boolean(),
  redemptionSteps: z.array(z.string()),
  productDetails: offerProductDetailsSchema,
  /** Product ids; empty: no product of the shop is named (SIL-51). */
  targetProducts: z.array(z.string()),
  version: z.int().min(1),
});

export type Offer = z.output<typeof offerSchema>;

/** As staff see it: with how often it may be and was redeemed (AENT-16). */
export const adminOfferSchema = offerSchema.extend({
  /** Null: without limit (AOFF-23). */
  maxRedemptions: z.int().min(1).nullable(),
  currentRedemptions: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type AdminOffer = z.output<typeof adminOfferSchema>;
