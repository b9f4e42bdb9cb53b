import type { AdminProduct, Product } from '@kinmel/contracts';
import { nonNegativeNumber, productShape, type SchemaOf, withIdAndMongoId } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** Only answers for staff have stock and availability. */
export type ListedProduct = Product & Partial<Pick<AdminProduct, 'stock' | 'isAvailable'>>;

/** Distinguishes products of the same name. */
export const variantOf = ({ specs }: Partial<Pick<Product, 'specs'>>): string =>
  [specs?.storage, specs?.color].filter(Boolean).join(', ');

const optionalCount = z.catch(z.optional(nonNegativeNumber), undefined);

export const listedProduct: SchemaOf<ListedProduct> = z.pipe(
  withIdAndMongoId,
  z.object({
    ...productShape,
    stock: optionalCount,
    isAvailable: z.catch(z.optional(z.boolean()), undefined),
  }),
);
