import type { Order } from '@kinmel/contracts';
import { listOf, moneyAnswer, nonNegativeNumber, type SchemaOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const settledReturn = z.looseObject({
  id: z.string(),
  reference: z.string(),
  payment: moneyAnswer,
  credit: moneyAnswer,
  state: z.enum(['due', 'failed', 'by-hand', 'done']),
});

/** Checks only the fields without which an order card fails; the others are trusted to match the contract. */
const order = z.looseObject({
  _id: z.string(),
  orderNumber: z.string(),
  products: z.array(z.unknown()),
  pricing: z.looseObject({}),
  customerDetails: z.looseObject({}),
  documents: z.catch(z.array(z.string()), []),
  returns: z.catch(listOf(settledReturn), []),
  returnUntil: z.catch(z.nullable(z.string()), null),
}) as unknown as SchemaOf<Order>;

/** Reads the content of an answer under one of these names, or the answer itself. */
const firstFieldOf = (...names: string[]) =>
  z.transform((raw: unknown): unknown => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { content: raw };
    const name = names.find((one) => one in raw);
    return { ...raw, content: name === undefined ? raw : Reflect.get(raw, name) };
  });

/** One order, wrapped as `order` or `data`, or bare. */
export const orderAnswer = z.pipe(
  z.pipe(firstFieldOf('order', 'data'), z.object({ content: order })),
  z.transform(({ content }) => content),
);

const countIfValid = z.catch(z.optional(nonNegativeNumber), undefined);

/** `{orders, pagination}`, or a bare list. */
export const ordersPageAnswer = z.pipe(
  z.pipe(
    firstFieldOf('orders', 'data'),
    z.object({
      content: listOf(order),
      pagination: z.catch(
        z.object({ currentPage: countIfValid, totalPages: countIfValid, totalOrders: countIfValid }),
        {},
      ),
    }),
  ),
  z.transform(
    ({
      content: orders,
      pagination: { currentPage: page = 1, totalPages = 1, totalOrders = orders.length },
    }) => ({ orders, page, totalPages, totalOrders }),
  ),
);
