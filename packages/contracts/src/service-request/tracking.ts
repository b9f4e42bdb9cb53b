import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';
import { phoneOrderDeliveryMethods, phoneOrderPaymentMethods, phoneOrderPriorities } from './phone-order.ts';
import { requestHistorySchema } from './request-history.ts';
import { sellConditions } from './sell-request.ts';

/** What can be followed by one link without an account. */
export const requestKinds = ['sell-request', 'repair-booking', 'phone-order'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** The paging of a list of requests. */
export const requestPaginationSchema = z.object({
  currentPage: z.int().min(1),
  totalPages: z.int().min(0),
  totalRequests: z.int().min(0),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
});

/** What the holder of the link may do with it now. */
export const trackingActions = ['accept', 'decline', 'cancel', 'reschedule'] as const;

export type TrackingAction = (typeof trackingActions)[number];

/**
 * A request as its link shows it: to whoever holds the link, and so without e-mail, phone, address and full name.
 */
export const trackedRequestSchema = z.object({
  kind: z.enum(requestKinds),
  id: objectIdSchema,
  /** The last six characters of its id, by which shop and customer speak of it. */
  reference: z.string(),
  /** "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  status: z.string(),
  /** The shop's last words on it; empty when there are none. */
  note: z.string(),
  history: z.array(requestHistorySchema),
  actions: z.array(z.enum(trackingActions)),
  /** Of a sell request that was quoted. In US dollars, major units. */
  quote: z
    .object({ price: z.number().min(0), validUntil: z.iso.datetime(), isExpired: z.boolean() })
    .nullable(),
  /** Of a repair: day and time in the shop's time zone. */
  appointment: z
    .object({ date: z.iso.date(), time: z.string(), timeZone: z.string(), startsAt: z.iso.datetime() })
    .nullable(),
  /** Of a sell request: what was said of the phone. The price in US dollars, major units. */
  offered: z
    .object({ condition: z.enum(sellConditions), hasCharger: z.boolean(), expectedPrice: z.number().min(0) })
    .nullable(),
  /** Of a phone order. The total in major units, null when the shop knew none; day and time are those of a pickup, else empty. */
  ordered: z
    .object({
      totalPrice: z.number().min(0).nullable(),
      paymentMethod: z.enum(phoneOrderPaymentMethods),
      deliveryMethod: z.enum(phoneOrderDeliveryMethods),
      preferredDate: z.string(),
      preferredTime: z.string(),
      priority: z.enum(phoneOrderPriorities),
    })
    .nullable(),
  hasPhoto: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type TrackedRequest = z.output<typeof trackedRequestSchema>;
