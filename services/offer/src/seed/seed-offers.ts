import { adminOfferSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { fieldsOf } from '../offers/offer-form.ts';
import offers from './offers.json' with { type: 'json' };

/** An offer that a new shop opens with, as the API writes it. Its days are counted from the day of the seeding, so that some are live. */
const seedOfferSchema = adminOfferSchema
  .pick({
    title: true,
    description: true,
    discount: true,
    discountType: true,
    discountValue: true,
    category: true,
    promoCode: true,
    isActive: true,
    /** Empty: the shop shows its usual three steps. */
    redemptionSteps: true,
    productDetails: true,
    maxRedemptions: true,
  })
  .extend({
    /** The offer's id is derived from it: never rename one. */
    slug: z.string(),
    fromDay: z.int(),
    untilDay: z.int(),
    /** Slugs of the sample products of catalog. */
    products: z.array(z.string()),
    /** File name below `pictures/`; empty for an offer without picture. */
    picture: z.string(),
  })
  .strict()
  .transform(({ slug, fromDay, untilDay, products, picture, ...written }) => {
    const { productDetails = {}, ...fields } = fieldsOf(written);
    return { ...fields, productDetails, slug, fromDay, untilDay, products, picture };
  });

export type SeedOffer = z.output<typeof seedOfferSchema>;

/** Nine live offers over the shop's categories, and one each that has ended, is to come, and is switched off. */
export const seedOffers: readonly SeedOffer[] = z.array(seedOfferSchema).parse(offers);
