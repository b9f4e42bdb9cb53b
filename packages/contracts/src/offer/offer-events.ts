import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';
import { minorUnitsSchema, shopCurrencySchema } from '../primitives.ts';
import { discountTypes } from './offer.ts';

const defineEvent = eventsOwnedBy('offer');

/** The data that order needs to price an offer. Amounts in minor units. */
export const offerSnapshotSchema = z.object({
  offerId: z.string(),
  title: z.string(),
  description: z.string(),
  discountType: z.enum(discountTypes),
  /** In percent; 0 for other types. */
  discountPercentage: z.number().min(0).max(100),
  /** 0 for other types. */
  discountInMinorUnits: minorUnitsSchema,
  currency: shopCurrencySchema,
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  promoCode: z.string(),
  isActive: z.boolean(),
  /** No redemption is left, until one is released or the limit is raised. */
  isUsedUp: z.boolean(),
  targetProducts: z.array(z.string()),
  image: z.string(),
  productName: z.string(),
  originalPriceInMinorUnits: minorUnitsSchema.nullable(),
  discountedPriceInMinorUnits: minorUnitsSchema.nullable(),
  giftItem: z.string(),
});

export type OfferSnapshot = z.output<typeof offerSnapshotSchema>;

export const offerCreated = defineEvent(
  'offer.created',
  'An offer was created; it may not be live yet.',
  offerSnapshotSchema,
);

export const offerUpdated = defineEvent(
  'offer.updated',
  'An offer was updated, activated, deactivated or used up, or has a redemption left again.',
  offerSnapshotSchema,
);

export const offerDeleted = defineEvent(
  'offer.deleted',
  'An offer was deleted.',
  z.object({ offerId: z.string() }),
);

export const offerRedeemed = defineEvent(
  'offer.redeemed',
  'An order with the offer was confirmed: its redemption is captured.',
  z.object({ offerId: z.string(), orderId: z.string(), currentRedemptions: z.int().min(0) }),
);

export const offerEvents = { offerCreated, offerUpdated, offerDeleted, offerRedeemed } as const;
