import { adminOfferSchema, offerTextEntries } from '@kinmel/contracts';
import { z } from 'zod';
import { fieldsOf } from '../offers/offer-form.ts';
import offers from './offers.json' with { type: 'json' };

const optionalTexts = Object.fromEntries(
  offerTextEntries
    .filter(([, { isRequired }]) => isRequired !== true)
    .map(([name]) => [name, adminOfferSchema.shape[name].default('')]),
) as Record<never, never>;

/** A sample offer in the format of the API. Its days are relative to the day of seeding, so that some are live. */
const seedOfferSchema = adminOfferSchema
  .omit({
    _id: true,
    id: true,
    validFrom: true,
    validUntil: true,
    image: true,
    targetProducts: true,
    version: true,
    currentRedemptions: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({
    ...optionalTexts,
    /** The offer's id is derived from it, so it must not change. */
    slug: z.string(),
    fromDay: z.int(),
    untilDay: z.int(),
    /** Slugs of catalog's sample products. */
    products: z.array(z.string()),
    /** File name in `pictures/`, or empty. */
    picture: z.string(),
  })
  .strict()
  .transform(({ slug, fromDay, untilDay, products, picture, ...form }) => {
    const { productDetails = {}, ...fields } = fieldsOf(form);
    return { ...fields, productDetails, slug, fromDay, untilDay, products, picture };
  });

export type SeedOffer = z.output<typeof seedOfferSchema>;

/** Nine live offers, and one each that has ended, is in the future, and is inactive. */
export const seedOffers: readonly SeedOffer[] = z.array(seedOfferSchema).parse(offers);
