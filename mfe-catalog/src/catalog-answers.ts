import type { Facets, Product, Suggestion } from '@kinmel/contracts';
import {
  count,
  facetsAnswer,
  filledText,
  listInAnswer,
  listOf,
  productAnswer,
  type Readable,
  suggestionAnswer,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** A page of a product list. Page and facets are absent when the server sent a bare list. */
export interface ProductPage {
  readonly products: readonly Product[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  readonly facets?: Facets | undefined;
}

const pageFigure = z.optional(z.catch(z.optional(count), undefined));

export const productPageAnswer: Readable<ProductPage> = z.pipe(
  z.pipe(
    listInAnswer,
    z.object({
      data: listOf(productAnswer),
      pagination: z.catch(z.object({ total: pageFigure, page: pageFigure, totalPages: pageFigure }), {}),
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
export interface RangeProducts {
  readonly products: readonly Product[];
  readonly total: number;
}

export const rangeAnswer: Readable<RangeProducts> = z.pipe(
  z.object({
    success: z.literal(true),
    data: listOf(productAnswer),
    total: z.catch(z.optional(count), undefined),
  }),
  z.transform(({ data: products, total = 0 }) => ({ products, total: Math.max(total, products.length) })),
);

/** One product, as `{success, data}` or bare. */
export const oneProductAnswer: Readable<Product> = z.union([
  z.pipe(
    z.object({ data: productAnswer }),
    z.transform(({ data }) => data),
  ),
  productAnswer,
]);

/** A product that is one phone (decision 82). */
export interface Device extends Product {
  readonly device: NonNullable<Product['device']>;
}

const isDevice = (product: Product): product is Device => product.device !== undefined;

/** The devices of a product, best grade first. */
export const devicesAnswer: Readable<readonly Device[]> = z.pipe(
  z.object({ data: listOf(productAnswer) }),
  z.transform(({ data }) => data.filter(isDevice)),
);

export const suggestionsAnswer: Readable<readonly Suggestion[]> = z.pipe(
  z.pipe(listInAnswer, z.object({ data: listOf(suggestionAnswer) })),
  z.transform(({ data }) => data),
);

const withSentence = z.object({ sentence: filledText });

/** The texts of the policy record shown in the catalogue, only when complete. */
export const promisesAnswer = z.pipe(
  z.object({
    data: z.object({
      returns: withSentence,
      warranty: z.object({ repairSentence: filledText }),
      shipping: withSentence,
      support: withSentence,
      payments: withSentence,
    }),
  }),
  z.transform(({ data: { returns, warranty, shipping, support, payments } }) => ({
    returns: returns.sentence,
    repair: warranty.repairSentence,
    shipping: shipping.sentence,
    support: support.sentence,
    payments: payments.sentence,
  })),
);

export type Promises = z.output<typeof promisesAnswer>;
