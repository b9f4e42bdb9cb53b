import { z } from 'zod';
import { statusesOf } from '../life/life.ts';
import { returnLife } from '../life/return-life.ts';
import { lineKeySchema, returnableLineSchema } from '../order/order-to-return.ts';
import { moneySchema, objectIdSchema } from '../primitives.ts';
import { staffRequest } from './request-fields.ts';

export const returnStatuses = statusesOf(returnLife);

export const returnReasons = ['changed-mind', 'not-as-described', 'faulty', 'wrong-item', 'other'] as const;

/** `credit` is for an exchange. */
export const refundTargets = ['payment', 'credit'] as const;

export const returnedLineSchema = z.object({
  key: lineKeySchema,
  quantity: z.int('Please choose how many pieces.').min(1, 'Please choose how many pieces.').max(1000),
});

/** A step of `priceReturn` in packages/pricing. */
export const refundStepSchema = z.object({
  rule: z.enum(['goods', 'tax', 'shipping', 'free-shipping']),
  line: z.string().nullable(),
  amountInMinorUnits: z.int(),
});

/** The returned goods, the reason and the wanted refund. Both customer and staff see it. */
export const returnContentSchema = z.object({
  orderId: objectIdSchema,
  orderNumber: z.string(),
  lines: z.array(
    returnableLineSchema
      .omit({ productId: true, isProduct: true })
      /** Null before the inspection. */
      .extend({ isRestocked: z.boolean().nullable() }),
  ),
  reason: z.enum(returnReasons),
  message: z.string(),
  refundTo: z.enum(refundTargets),
  /** Computed by the pricing engine for goods as described. */
  refund: moneySchema,
  steps: z.array(refundStepSchema),
  /** The lower refund that staff offered; null when the goods are as described, and before the inspection. */
  offeredRefund: moneySchema.nullable(),
  /** Server-relative paths, the customer's photos first. */
  photos: z.array(z.object({ path: z.string(), by: z.enum(['customer', 'admin']) })),
});

export const returnSchema = staffRequest(returnStatuses, {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  ...returnContentSchema.shape,
});

export type ReturnAnswer = z.output<typeof returnSchema>;
