import type { Offer } from '@kinmel/contracts';
import {
  amount,
  filledText,
  listInAnswer,
  listOf,
  nonNegativeNumber,
  type OfferDetailName,
  type OfferTextName,
  offerDetailNames,
  offerTextEntries,
  type SchemaOf,
  shopCurrency,
  textOrEmpty,
  withIdAndMongoId,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const textsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOrEmpty])) as Record<Name, typeof textOrEmpty>;

const countOrNull = z.catch(z.nullable(nonNegativeNumber), null);
const texts = z.catch(listOf(filledText), []);
const day = z.pipe(
  textOrEmpty,
  z.transform((text) => text.slice(0, 10)),
);

const details: SchemaOf<Offer['productDetails']> = z.object({
  ...textsOf<OfferDetailName>(offerDetailNames),
  price: countOrNull,
  originalPrice: countOrNull,
  discountedPrice: countOrNull,
});

/** An offer needs an id and a title; everything else has a default. */
const offerAnswer: SchemaOf<Offer> = z.pipe(
  withIdAndMongoId,
  z.object({
    ...textsOf<OfferTextName>(offerTextEntries.map(([name]) => name)),
    _id: filledText,
    id: filledText,
    title: filledText,
    discountType: z.catch(z.enum(['percentage', 'fixed', 'bundle', 'gift']), 'bundle'),
    discountValue: z.catch(nonNegativeNumber, 0),
    currency: z.catch(z.literal(shopCurrency), shopCurrency),
    validFrom: day,
    validUntil: day,
    image: textOrEmpty,
    isActive: z.catch(z.boolean(), false),
    redemptionSteps: texts,
    productDetails: z.catch(details, {}),
    targetProducts: texts,
    version: z.catch(amount, 1),
  }),
);

/** The offers of an answer. An offer that does not match is left out. */
export const offersAnswer = z.pipe(
  z.pipe(listInAnswer, z.object({ data: listOf(offerAnswer) })),
  z.transform(({ data }) => data),
);
