import type { Product, Suggestion } from '@kinmel/contracts';
import {
  answerData,
  facetsAnswer,
  filledText,
  listInAnswer,
  listOf,
  nonNegativeNumber,
  productAnswer,
  type SchemaOf,
  suggestionAnswer,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const countIfValid = z.optional(z.catch(z.optional(nonNegativeNumber), undefined));

/** A page of a product list. Facets are absent when the server sent a bare list. */
export const productPageAnswer = z.pipe(
  z.pipe(
    listInAnswer,
    z.object({
      data: listOf(productAnswer),
      pagination: z.catch(
        z.object({ total: countIfValid, page: countIfValid, totalPages: countIfValid }),
        {},
      ),
      facets: z.catch(z.optional(facetsAnswer), undefined),
    }),
  ),
  z.transform(
    ({ data: products, pagination: { total = products.length, page = 1, totalPages = 1 }, facets }) => ({
      products,
      total,
      page,
      totalPages,
      facets,
    }),
  ),
);

/** One of the two ranges of the home page: all products, or the first ones in the HTML. */
export const rangeAnswer = z.pipe(
  z.object({
    success: z.literal(true),
    data: listOf(productAnswer),
    total: z.catch(z.optional(nonNegativeNumber), undefined),
  }),
  z.transform(({ data: products, total = 0 }) => ({ products, total: Math.max(total, products.length) })),
);

/** One product, as `{success, data}` or bare. */
export const oneProductAnswer: SchemaOf<Product> = z.union([answerData(productAnswer), productAnswer]);

/** A product that is one phone (decision 82). */
export interface Device extends Product {
  readonly device: NonNullable<Product['device']>;
}

const isDevice = (product: Product): product is Device => product.device !== undefined;

/** The devices of a product, best grade first. */
export const devicesAnswer: SchemaOf<readonly Device[]> = z.pipe(
  answerData(listOf(productAnswer)),
  z.transform((products) => products.filter(isDevice)),
);

export const suggestionsAnswer: SchemaOf<readonly Suggestion[]> = z.pipe(
  listInAnswer,
  answerData(listOf(suggestionAnswer)),
);

const sentenceAnswer = z.object({ sentence: filledText });

/** The texts of the policy record shown in the catalogue, only when complete. */
export const promisesAnswer = z.pipe(
  answerData(
    z.object({
      returns: sentenceAnswer,
      warranty: z.object({ repairSentence: filledText }),
      shipping: sentenceAnswer,
      support: sentenceAnswer,
      payments: sentenceAnswer,
    }),
  ),
  z.transform(({ returns, warranty, shipping, support, payments }) => ({
    returns: returns.sentence,
    repair: warranty.repairSentence,
    shipping: shipping.sentence,
    support: support.sentence,
    payments: payments.sentence,
  })),
);

export type Promises = z.output<typeof promisesAnswer>;
