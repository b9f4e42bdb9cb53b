import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { minorUnitsSchema } from '../primitives.ts';
import { phoneOrderPaymentMethods, phoneOrderPriorities, phoneOrderStatuses } from './phone-order.ts';
import { repairBookingStatuses } from './repair-booking.ts';
import { sellRequestStatuses } from './sell-request.ts';

/** What every event of a request carries. The secret of its link is sealed for the mailer alone (decision 11). */
const requestReference = z.object({
  requestId: z.string(),
  /** The account that it was made from; null for visitors. */
  userId: z.string().nullable().default(null),
  reference: z.string(),
  /** "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  sealedTrackingToken: z.string(),
});

export const sellRequestReceived = defineEvent({
  type: 'sell-request.received',
  version: 1,
  owner: 'service-request',
  summary: 'Somebody wants to sell a phone: the mail with the link goes out.',
  data: requestReference,
});

export const sellRequestQuoted = defineEvent({
  type: 'sell-request.quoted',
  version: 1,
  owner: 'service-request',
  summary: 'Staff named a price for a phone. In US cents.',
  data: requestReference.extend({
    priceInMinorUnits: minorUnitsSchema,
    validUntil: z.iso.datetime(),
    note: z.string(),
  }),
});

export const sellRequestStatusChanged = defineEvent({
  type: 'sell-request.status-changed',
  version: 1,
  owner: 'service-request',
  summary: 'A sell request went to another status, by staff or by its customer.',
  data: requestReference.extend({
    from: z.enum(sellRequestStatuses),
    to: z.enum(sellRequestStatuses),
    by: z.enum(['customer', 'admin']),
    note: z.string(),
  }),
});

const appointment = z.object({ date: z.iso.date(), time: z.string(), timeZone: z.string() });

const bookingReference = requestReference.extend({
  /** Day and time in the shop's time zone. */
  appointment,
  /** The moment at which the appointment begins. */
  startsAt: z.iso.datetime(),
});

export const repairBookingReceived = defineEvent({
  type: 'repair-booking.received',
  version: 1,
  owner: 'service-request',
  summary: 'A repair was booked: the mail with the link and the calendar file goes out.',
  data: bookingReference,
});

export const repairBookingMoved = defineEvent({
  type: 'repair-booking.moved',
  version: 1,
  owner: 'service-request',
  summary: 'A repair has another half hour; the calendar file of before is replaced.',
  data: bookingReference.extend({ from: appointment, by: z.enum(['customer', 'admin']), note: z.string() }),
});

export const repairBookingStatusChanged = defineEvent({
  type: 'repair-booking.status-changed',
  version: 1,
  owner: 'service-request',
  summary: 'A repair booking went to another status that is not cancelled.',
  data: bookingReference.extend({
    from: z.enum(repairBookingStatuses),
    to: z.enum(repairBookingStatuses),
    note: z.string(),
  }),
});

export const repairBookingCancelled = defineEvent({
  type: 'repair-booking.cancelled',
  version: 1,
  owner: 'service-request',
  summary: 'A repair booking was cancelled: its seat is free, the calendar file is withdrawn.',
  data: bookingReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
});

export const phoneOrderReceived = defineEvent({
  type: 'phone-order.received',
  version: 1,
  owner: 'service-request',
  summary: 'Somebody ordered a new phone: the confirmation with the link goes out (CONF-32).',
  data: requestReference.extend({
    quantity: z.int().min(1),
    priority: z.enum(phoneOrderPriorities),
    /** What was confirmed, without the address; events from before it have none. */
    ordered: z
      .object({
        /** Null: the shop knew no price. */
        totalInMinorUnits: z.int().min(0).nullable(),
        paymentMethod: z.enum(phoneOrderPaymentMethods),
        /** Null: it is delivered. */
        pickup: z.object({ date: z.iso.date(), time: z.string() }).nullable(),
      })
      .optional(),
  }),
});

export const phoneOrderStatusChanged = defineEvent({
  type: 'phone-order.status-changed',
  version: 1,
  owner: 'service-request',
  summary: 'A phone order went to another status that is not cancelled.',
  data: requestReference.extend({
    from: z.enum(phoneOrderStatuses),
    to: z.enum(phoneOrderStatuses),
    note: z.string(),
  }),
});

export const phoneOrderCancelled = defineEvent({
  type: 'phone-order.cancelled',
  version: 1,
  owner: 'service-request',
  summary: 'A phone order was cancelled.',
  data: requestReference.extend({ by: z.enum(['customer', 'admin']), note: z.string() }),
});

export const serviceRequestEvents = {
  phoneOrderReceived,
  phoneOrderStatusChanged,
  phoneOrderCancelled,
  repairBookingReceived,
  repairBookingMoved,
  repairBookingStatusChanged,
  repairBookingCancelled,
  sellRequestReceived,
  sellRequestQuoted,
  sellRequestStatusChanged,
} as const;
