import type { Order } from '@kinmel/contracts';
import { count, listOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** What an order's card cannot do without; the rest is taken as the contract has it. */
const order = z.pipe(
  z.looseObject({
    _id: z.string(),
    orderNumber: z.string(),
    products: z.array(z.unknown()),
    pricing: z.looseObject({}),
    customerDetails: z.looseObject({}),
  }),
  z.transform((fields) => fields as object as Order),
);

/** Some answers have what they are about under another name, or are it. */
const underOneOf = (...names: string[]) =>
  z.transform((raw: unknown): unknown => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { found: raw };
    const name = names.find((one) => one in raw);
    return { ...raw, found: name === undefined ? raw : Reflect.get(raw, name) };
  });

/** One order, as `order`, `data` or bare. */
export const orderAnswer = z.pipe(
  z.pipe(underOneOf('order', 'data'), z.object({ found: order })),
  z.transform(({ found }) => found),
);

const pageFigure = z.catch(z.optional(count), undefined);

/** `{orders, pagination}`, or a bare list. */
export const ordersPageAnswer = z.pipe(
  z.pipe(
    underOneOf('orders', 'data'),
    z.object({
      found: listOf(order),
      pagination: z.catch(
        z.object({ currentPage: pageFigure, totalPages: pageFigure, totalOrders: pageFigure }),
        {},
      ),
    }),
  ),
  z.transform(
    ({
      found: orders,
      pagination: { currentPage: page = 1, totalPages = 1, totalOrders = orders.length },
    }) => ({
      orders,
      page,
      totalPages,
      totalOrders,
    }),
  ),
);
