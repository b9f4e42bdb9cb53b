import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';
import { minorUnitsSchema } from '../primitives.ts';
import { phoneOrderPaymentMethods, phoneOrderPriorities, phoneOrderStatuses } from './phone-order.ts';
import { repairBookingStatuses } from './repair-booking.ts';
import { sellRequestStatuses } from './sell-request.ts';

const defineEvent = eventsOwnedBy('service-request');

/**
 * The common data of request events. The token of the tracking link is encrypted for notification alone (decision 11).
 */
const requestReference = z.object({
  requestId: z.string(),
  /** Account id of the customer; null for visitors. */
  userId: z.string().nullable(),
  reference: z.string(),
  /** "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  sealedTrackingToken: z.string(),
});

const requestEvent = <Type extends string, Data extends z.ZodType>(type: Type, summary: string, data: Data) =>
  defineEvent({ type, summary, data });

export const sellRequestReceived = requestEvent(
  'sell-request.received',
  'Somebody wants to sell a phone: the mail with the link goes out.',
  requestReference,
);

export const sellRequestQuoted = requestEvent(
  'sell-request.quoted',
  'Staff named a price for a phone. In US cents.',
  requestReference.extend({
    priceInMinorUnits: minorUnitsSchema,
    validUntil: z.iso.datetime(),
    note: z.string(),
  }),
);

export const sellRequestStatusChanged = requestEvent(
  'sell-request.status-changed',
  'A sell request went to another status, by staff or by its customer.',
  requestReference.extend({
    from: z.enum(sellRequestStatuses),
    to: z.enum(sellRequestStatuses),
    by: z.enum(['customer', 'admin']),
    note: z.string(),
  }),
);

const appointment = z.object({ date: z.iso.date(), time: z.string(), timeZone: z.string() });

const bookingReference = requestReference.extend({
  /** Date and time are in the shop's time zone. */
  appointment,
  /** Start of the appointment. */
  startsAt: z.iso.datetime(),
});

export const repairBookingReceived = requestEvent(
  'repair-booking.received',
  'A repair was booked: the mail with the link and the calendar file goes out.',
  bookingReference,
);

export const repairBookingMoved = requestEvent(
  'repair-booking.moved',
  'A repair has another half hour; the calendar file of before is replaced.',
  bookingReference.extend({ from: appointment, by: z.enum(['customer', 'admin']), note: z.string() }),
);

export const repairBookingStatusChanged = requestEvent(
  'repair-booking.status-changed',
  'A repair booking went to another status that is not cancelled.',
  bookingReference.extend({
    from: z.enum(repairBookingStatuses),
    to: z.enum(repairBookingStatuses),
    note: z.string(),
  }),
);

export const repairBookingCancelled = requestEvent(
  'repair-booking.cancelled',
  'A repair booking was cancelled: its seat is free, the calendar file is withdrawn.',
  bookingReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
);

export const phoneOrderReceived = requestEvent(
  'phone-order.received',
  'Somebody ordered a new phone: the confirmation with the link goes out (CONF-32).',
  requestReference.extend({
    quantity: z.int().min(1),
    priority: z.enum(phoneOrderPriorities),
    /** The confirmed order, without the address. */
    ordered: z.object({
      /** Null: the price was unknown. */
      totalInMinorUnits: z.int().min(0).nullable(),
      paymentMethod: z.enum(phoneOrderPaymentMethods),
      /** Null: home delivery. */
      pickup: z.object({ date: z.iso.date(), time: z.string() }).nullable(),
    }),
  }),
);

export const phoneOrderStatusChanged = requestEvent(
  'phone-order.status-changed',
  'A phone order went to another status that is not cancelled.',
  requestReference.extend({
    from: z.enum(phoneOrderStatuses),
    to: z.enum(phoneOrderStatuses),
    note: z.string(),
  }),
);

export const phoneOrderCancelled = requestEvent(
  'phone-order.cancelled',
  'A phone order was cancelled.',
  requestReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
);
