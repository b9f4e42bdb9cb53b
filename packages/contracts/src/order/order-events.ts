import { z } from 'zod';
import { paymentMethodNames } from '../browser/payment-methods.ts';
import { eventsOwnedBy } from '../event.ts';
import { minorUnitsSchema } from '../primitives.ts';
import { orderStatuses } from './order.ts';

const defineEvent = eventsOwnedBy('order');

const orderReference = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  userId: z.string(),
});

const addressee = z.object({ name: z.string(), email: z.string() });

export const orderPlaced = defineEvent({
  type: 'order.placed',
  summary: 'An order was stored: its reservation becomes a sale, its buyer gets a mail.',
  data: orderReference.extend({
    customer: addressee,
    lines: z.array(
      z.object({
        productId: z.string(),
        /** False for an offer without products, which holds no stock. */
        isProduct: z.boolean(),
        offerId: z.string().nullable(),
        name: z.string(),
        /** The variant, "128 GB, Midnight"; may be empty. */
        details: z.string(),
        quantity: z.int().min(1),
        priceInMinorUnits: minorUnitsSchema,
        lineTotalInMinorUnits: minorUnitsSchema,
      }),
    ),
    /** Redeemed offers of the lines and the promo code, without duplicates. */
    offerIds: z.array(z.string()),
    promoCode: z.string().nullable(),
    subtotalInMinorUnits: minorUnitsSchema,
    shippingInMinorUnits: minorUnitsSchema,
    taxInMinorUnits: minorUnitsSchema,
    /** The label of the tax when it was ordered: "Tax (8%)". */
    taxLabel: z.string(),
    totalInMinorUnits: minorUnitsSchema,
    paymentMethod: z.enum(paymentMethodNames),
    deliverTo: z.string(),
  }),
});

export const orderStatusChanged = defineEvent({
  type: 'order.status-changed',
  summary: 'An order went to another status that is not cancelled.',
  data: orderReference.extend({
    customer: addressee,
    from: z.enum(orderStatuses),
    to: z.enum(orderStatuses),
    note: z.string(),
  }),
});

export const orderCancelReasons = ['customer', 'admin', 'not-paid-in-time'] as const;

/** The money of a cancelled order: there was none, it is refunded, staff hand it back, or it is back already. */
export const cancelledMoney = ['none', 'goes-back', 'by-hand', 'already-back'] as const;
export type CancelledMoney = (typeof cancelledMoney)[number];

export const orderCancelled = defineEvent({
  type: 'order.cancelled',
  summary: 'An order was cancelled: pieces and redemptions go back, once.',
  data: orderReference.extend({
    customer: addressee,
    reason: z.enum(orderCancelReasons),
    /** The shop's note; empty when the customer cancelled. */
    note: z.string(),
    money: z.enum(cancelledMoney),
  }),
});

export const orderRefunded = defineEvent({
  type: 'order.refunded',
  summary: 'The money of an order was given back.',
  data: orderReference.extend({
    customer: addressee,
    amountInMinorUnits: minorUnitsSchema,
    note: z.string(),
  }),
});

export const paymentSucceeded = defineEvent({
  type: 'payment.succeeded',
  summary: 'A card payment of an order came through.',
  data: orderReference.extend({ customer: addressee, amountInMinorUnits: minorUnitsSchema }),
});

export const paymentFailed = defineEvent({
  type: 'payment.failed',
  summary:
    'A card payment of an order was declined or ran out; the order may still be paid until it is cancelled.',
  data: orderReference.extend({ reason: z.enum(['declined', 'expired']) }),
});
