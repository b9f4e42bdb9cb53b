import { z } from 'zod';
import { minorUnitsSchema, objectIdSchema } from '../primitives.ts';

/** The key of a line: the product id, or `productId/offerId` for a line with an offer. */
export const lineKeySchema = z.string().regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/i, 'There is no such line.');

/** A line of an order that can be returned. */
export const returnableLineSchema = z.object({
  key: lineKeySchema,
  productId: objectIdSchema,
  /** False for an offer without products, which holds no stock. */
  isProduct: z.boolean(),
  name: z.string(),
  /** The variant, "128 GB, Midnight"; may be empty. */
  details: z.string(),
  image: z.string(),
  quantity: z.int().min(1),
  unitPriceInMinorUnits: minorUnitsSchema,
});

/** The data of an order that a return needs, with the policy for `priceReturn` and the amounts left for `splitRefund`. */
export const orderToReturnSchema = z.object({
  orderId: objectIdSchema,
  orderNumber: z.string(),
  userId: z.string(),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  lines: z.array(returnableLineSchema),
  policy: z.object({
    feeInMinorUnits: minorUnitsSchema,
    freeAboveInMinorUnits: minorUnitsSchema,
    taxPercent: z.number(),
  }),
  isShippingRefunded: z.boolean(),
  /** Pieces that were returned or are in an open return, by the key of their line. */
  returned: z.record(z.string(), z.int().min(0)),
  left: z.object({ paymentInMinorUnits: minorUnitsSchema, creditInMinorUnits: minorUnitsSchema }),
  paymentMethod: z.string(),
  /** End of the return period; null until the order is delivered. */
  returnUntil: z.iso.datetime().nullable(),
  /** Why nothing can be returned, in words for the customer; null when it can. */
  problem: z.string().nullable(),
});

export type OrderToReturn = z.output<typeof orderToReturnSchema>;
