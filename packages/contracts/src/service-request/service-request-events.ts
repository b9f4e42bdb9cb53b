import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';
import {
  minorUnitsSchema,
  moneySchema,
  objectIdSchema,
  requestCurrencySchema,
  shopCurrencySchema,
} from '../primitives.ts';
import { phoneOrderPaymentMethods, phoneOrderPriorities, phoneOrderStatuses } from './phone-order.ts';
import { repairBookingStatuses } from './repair-booking.ts';
import { refundTargets, returnStatuses } from './return.ts';
import { sellPaymentSchema, sellRequestStatuses, shownSellPaymentSchema } from './sell-request.ts';

const defineEvent = eventsOwnedBy('service-request');

/**
 * The common data of request events. The token of the tracking link is encrypted for notification alone (decision 11).
 */
const requestReference = z.object({
  requestId: z.string(),
  /** Account id of the customer; null for visitors. */
  userId: z.string().nullable(),
  reference: z.string(),
  /** For example "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  sealedTrackingToken: z.string(),
});

/** A change of the status, with the note of staff or customer. */
const statusChange = <Status extends string>(statuses: readonly Status[]) => ({
  from: z.enum(statuses),
  to: z.enum(statuses),
  note: z.string(),
});

export const sellRequestReceived = defineEvent(
  'sell-request.received',
  'A sell request was received; the mail with its tracking link is sent.',
  /** The IMEI in the form, encrypted for device only, if any. */
  requestReference.extend({ sealedImei: z.string().optional() }),
);

export const sellRequestQuoted = defineEvent(
  'sell-request.quoted',
  'Staff quoted a price for a phone.',
  requestReference.extend({
    priceInMinorUnits: minorUnitsSchema,
    currency: requestCurrencySchema,
    validUntil: z.iso.datetime(),
    note: z.string(),
    /** The phone was inspected: unless the customer accepts, it goes back. */
    isInspected: z.boolean().default(false),
  }),
);

export const sellRequestStatusChanged = defineEvent(
  'sell-request.status-changed',
  'The status of a sell request was changed by staff, its customer or the shop.',
  requestReference.extend({
    ...statusChange(sellRequestStatuses),
    by: z.enum(['customer', 'admin', 'shop']),
    /** The payment of the quote; absent before it is accepted. */
    agreed: moneySchema.optional(),
    /** The payment method; absent before it is chosen. */
    payment: shownSellPaymentSchema.optional(),
    /** The phone was inspected: it goes back after a rejection. */
    isInspected: z.boolean().default(false),
    /** The shop has the phone but has not bought it: it goes back when the request is closed. */
    isPhoneInShop: z.boolean().default(false),
    /** Whether a completed request is paid as agreed, or was closed without payment. Absent in older events. */
    isSettled: z.boolean().optional(),
  }),
);

export const sellRequestPhoneReceived = defineEvent(
  'sell-request.phone-received',
  'The phone of a sell request came to the shop and is inspected next.',
  requestReference,
);

export const sellRequestPhoneSentBack = defineEvent(
  'sell-request.phone-sent-back',
  'The phone of a sell request left the shop, which does not buy it.',
  requestReference.extend({
    /** The tracking number of the parcel, or that the phone was handed over at the desk. */
    note: z.string(),
  }),
);

export const sellRequestSettled = defineEvent(
  'sell-request.settled',
  'The phone of a sell request was inspected and its price is agreed. It is paid once, and nothing else is.',
  requestReference.extend({ deviceId: objectIdSchema, price: moneySchema, payment: sellPaymentSchema }),
);

const appointment = z.object({ date: z.iso.date(), time: z.string(), timeZone: z.string() });

const bookingReference = requestReference.extend({
  /** Date and time are in the shop's time zone. */
  appointment,
  /** Start of the appointment. */
  startsAt: z.iso.datetime(),
});

export const repairBookingReceived = defineEvent(
  'repair-booking.received',
  'A repair was booked; the mail with its tracking link and the calendar file is sent.',
  bookingReference,
);

export const repairBookingMoved = defineEvent(
  'repair-booking.moved',
  'A repair was moved to another half hour; the calendar file is replaced.',
  bookingReference.extend({ from: appointment, by: z.enum(['customer', 'admin']), note: z.string() }),
);

export const repairBookingStatusChanged = defineEvent(
  'repair-booking.status-changed',
  'The status of a repair booking changed, except to cancelled.',
  bookingReference.extend(statusChange(repairBookingStatuses)),
);

export const repairBookingCancelled = defineEvent(
  'repair-booking.cancelled',
  'A repair booking was cancelled. Its seat is free, and the calendar entry is cancelled.',
  bookingReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
);

export const phoneOrderReceived = defineEvent(
  'phone-order.received',
  'A new phone was ordered; the confirmation with its tracking link is sent.',
  requestReference.extend({
    quantity: z.int().min(1),
    priority: z.enum(phoneOrderPriorities),
    /** The confirmed order, without the address. */
    ordered: z.object({
      /** Null when the price was unknown. */
      totalInMinorUnits: z.int().min(0).nullable(),
      currency: shopCurrencySchema,
      paymentMethod: z.enum(phoneOrderPaymentMethods),
      /** Null for home delivery. */
      pickup: z.object({ date: z.iso.date(), time: z.string() }).nullable(),
    }),
  }),
);

export const phoneOrderStatusChanged = defineEvent(
  'phone-order.status-changed',
  'The status of a phone order changed, except to cancelled.',
  requestReference.extend(statusChange(phoneOrderStatuses)),
);

export const phoneOrderCancelled = defineEvent(
  'phone-order.cancelled',
  'A phone order was cancelled.',
  requestReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
);

const returnReference = requestReference.extend({ orderId: objectIdSchema, orderNumber: z.string() });

export const returnReceived = defineEvent(
  'return.received',
  'A return was asked for; the mail with its tracking link is sent.',
  returnReference.extend({ refund: moneySchema, refundTo: z.enum(refundTargets) }),
);

export const returnStatusChanged = defineEvent(
  'return.status-changed',
  'The status of a return changed, except to settled.',
  returnReference.extend({
    ...statusChange(returnStatuses),
    by: z.enum(['customer', 'admin', 'shop']),
    /** The refund, or the lower one that was offered. */
    refund: moneySchema,
  }),
);

export const returnSettled = defineEvent(
  'return.settled',
  'The goods of a return were inspected and its refund is agreed. Its order refunds it, its stock is raised, once.',
  returnReference.extend({
    lines: z.array(
      z.object({
        /** Product id, or `productId/offerId`. */
        key: z.string(),
        productId: z.string(),
        isProduct: z.boolean(),
        quantity: z.int().min(1),
        /** False when it is written off. */
        isRestocked: z.boolean(),
      }),
    ),
    refund: moneySchema,
    refundTo: z.enum(refundTargets),
    note: z.string(),
  }),
);
