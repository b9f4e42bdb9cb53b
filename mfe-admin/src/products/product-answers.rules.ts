import type { AdminProduct, Product } from '@kinmel/contracts';
import {
  count,
  listInAnswer,
  listOf,
  productShape,
  type Readable,
  withBothIds,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import type { ListPage } from '../lists/list-declaration.ts';

/** A product of a list: its pieces and its switch only where the answer for staff told them. */
export type ListedProduct = Product & Partial<Pick<AdminProduct, 'stock' | 'isAvailable'>>;

export interface ProductList extends ListPage<ListedProduct> {
  readonly total: number;
}

/** What tells products of one name apart. */
export const variantOf = ({ specs }: Partial<Pick<Product, 'specs'>>): string =>
  [specs?.storage, specs?.color].filter(Boolean).join(', ');

const countIfTold = z.catch(z.optional(count), undefined);

/** One product of an answer. */
export const listedProduct: Readable<ListedProduct> = z.pipe(
  withBothIds,
  z.object({
    ...productShape,
    stock: countIfTold,
    isAvailable: z.catch(z.optional(z.boolean()), undefined),
  }),
);

/** `{success, data}`, or the product itself. */
export const listedProductAnswer = z.union([
  z.pipe(
    z.object({ data: listedProduct }),
    z.transform(({ data }) => data),
  ),
  listedProduct,
]);

/** A list in each of the shapes that the specification knows. */
export const productListAnswer: Readable<ProductList> = z.pipe(
  z.pipe(
    listInAnswer,
    z.object({
      data: listOf(listedProduct),
      pagination: z.catch(z.object({ total: countIfTold, totalPages: countIfTold }), {}),
    }),
  ),
  z.transform(({ data: rows, pagination: { total = rows.length, totalPages = 1 } }) => ({
    rows,
    total,
    totalPages,
  })),
);
