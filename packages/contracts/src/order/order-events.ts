import { z } from 'zod';
import { creditCauses } from '../browser/credit-causes.ts';
import { paymentMethodNames } from '../browser/payment-methods.ts';
import { eventsOwnedBy } from '../event.ts';
import {
  minorUnitsSchema,
  moneySchema,
  objectIdSchema,
  shopCurrencySchema,
  signedMoneySchema,
} from '../primitives.ts';
import { payoutMethods } from '../service-request/sell-request.ts';
import { orderStatuses } from './order.ts';

const defineEvent = eventsOwnedBy('order');

const customerSchema = z.object({ name: z.string(), email: z.string() });

const orderReference = z.object({ orderId: z.string(), orderNumber: z.string(), userId: z.string() });
const orderWithCustomer = orderReference.extend({ customer: customerSchema });

export const orderPlaced = defineEvent(
  'order.placed',
  'An order was placed. Its reservation becomes a sale, and its buyer gets a mail.',
  orderWithCustomer.extend({
    currency: shopCurrencySchema,
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
    /** The part of the total that was paid with credit, if any. */
    credit: moneySchema.optional(),
    deliverTo: z.string(),
  }),
);

export const orderStatusChanged = defineEvent(
  'order.status-changed',
  'The status of an order changed, except to cancelled.',
  orderWithCustomer.extend({
    from: z.enum(orderStatuses),
    to: z.enum(orderStatuses),
    note: z.string(),
  }),
);

export const orderCancelReasons = ['customer', 'admin', 'not-paid-in-time'] as const;

/** The money of a cancelled order: there was none, it is refunded, staff give it back, or they have done so. */
export const cancelledMoney = ['none', 'goes-back', 'by-hand', 'already-back'] as const;
export type CancelledMoney = (typeof cancelledMoney)[number];

export const orderCancelled = defineEvent(
  'order.cancelled',
  'An order was cancelled. Its stock and redemptions are released, once.',
  orderWithCustomer.extend({
    reason: z.enum(orderCancelReasons),
    /** The shop's note; empty when the customer cancelled. */
    note: z.string(),
    paymentMethod: z.enum(paymentMethodNames).optional(),
    /** What happens to the money that was not paid with credit. */
    money: z.enum(cancelledMoney),
    /** Its goods had left the shop and must come back first; absent otherwise. */
    hasLeftShop: z.boolean().optional(),
    /** Given back as credit with the cancellation, if any. */
    credit: moneySchema.optional(),
  }),
);

export const orderRefunded = defineEvent(
  'order.refunded',
  'An order was refunded, or a return or another payment of it.',
  orderWithCustomer.extend({
    /** Refunded to the payment method or by hand, in addition to the credit; may be zero. */
    amountInMinorUnits: minorUnitsSchema,
    currency: shopCurrencySchema,
    paymentMethod: z.enum(paymentMethodNames).optional(),
    /** Staff gave the amount back, in cash or in the portal of the provider. */
    isByHand: z.boolean().optional(),
    /** Given back as credit, if any. */
    credit: moneySchema.optional(),
    /** Reference of the refunded return; absent when the whole order was refunded. */
    returnReference: z.string().optional(),
    /** A payment that the order did not use; the order stays as it is. */
    isOtherPayment: z.boolean().optional(),
    note: z.string(),
  }),
);

export const paymentSucceeded = defineEvent(
  'payment.succeeded',
  'An online payment of an order succeeded.',
  orderWithCustomer.extend({
    amountInMinorUnits: minorUnitsSchema,
    currency: shopCurrencySchema,
    paymentMethod: z.enum(paymentMethodNames).optional(),
    /** It arrived after the order was cancelled, and is refunded; absent otherwise. */
    goesBack: z.boolean().optional(),
  }),
);

export const paymentFailed = defineEvent(
  'payment.failed',

  'An online payment of an order was declined or expired. The order can be paid until it is cancelled.',
  orderReference.extend({ reason: z.enum(['declined', 'expired']) }),
);

export const creditChanged = defineEvent(
  'credit.changed',
  'The credit of a customer changed.',
  z.object({
    userId: z.string(),
    customer: customerSchema,
    cause: z.enum(creditCauses),
    reason: z.string(),
    /** Null when no order caused it. */
    order: z.object({ id: z.string(), orderNumber: z.string() }).nullable(),
    /** The phone that it pays for. */
    sellRequestId: z.string().optional(),
    /** Negative when credit was used or taken. */
    amount: signedMoneySchema,
    /** The balance after the change. */
    balance: moneySchema,
  }),
);

const payoutOfPhone = z.object({ sellRequestId: objectIdSchema });

export const payoutStopped = defineEvent(
  'payout.stopped',
  'Staff stopped the payout of a phone: until it is taken up again, the phone is not for sale.',
  payoutOfPhone,
);

export const payoutResumed = defineEvent(
  'payout.resumed',
  'Staff took a stopped payout of a phone up again.',
  payoutOfPhone,
);

export const payoutRedirected = defineEvent(
  'payout.redirected',
  'The seller of a phone changed where its payout goes. The sell request notes it, unless it was saved with the change.',
  payoutOfPhone.extend({
    method: z.enum(payoutMethods),
    account: z.string(),
    /** The version of the sell request that is saved with the change. */
    requestVersion: z.int().min(1),
  }),
);

export const payoutPaid = defineEvent(
  'payout.paid',
  'Staff paid the seller of a phone.',
  z.object({
    sellRequestId: z.string(),
    /** Account id of the seller; null without an account, and after it was deleted. */
    userId: z.string().nullable(),
    reference: z.string(),
    subject: z.string(),
    customer: customerSchema,
    amount: moneySchema,
    method: z.enum(payoutMethods),
    /** The reference of the transfer; may be empty for cash. */
    paymentReference: z.string(),
  }),
);
