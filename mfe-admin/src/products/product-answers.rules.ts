import type { AdminProduct, Product } from '@kinmel/contracts';
import { count, productShape, type Readable, withBothIds } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** Only answers for staff have stock and availability. */
export type ListedProduct = Product & Partial<Pick<AdminProduct, 'stock' | 'isAvailable'>>;

/** Distinguishes products of the same name. */
export const variantOf = ({ specs }: Partial<Pick<Product, 'specs'>>): string =>
  [specs?.storage, specs?.color].filter(Boolean).join(', ');

const optionalCount = z.catch(z.optional(count), undefined);

export const listedProduct: Readable<ListedProduct> = z.pipe(
  withBothIds,
  z.object({
    ...productShape,
    stock: optionalCount,
    isAvailable: z.catch(z.optional(z.boolean()), undefined),
  }),
);
