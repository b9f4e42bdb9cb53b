import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';

/** What can be followed by one link without an account (SIL-49). */
export const requestKinds = ['sell-request', 'repair-booking', 'phone-order'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** One step of a request. Customers are told of staff as "the shop", never which person it was. */
export const requestHistorySchema = z.object({
  at: z.iso.datetime(),
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['status', 'quote', 'time']),
  /** Null: it was received. */
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

export type RequestHistoryAnswer = z.output<typeof requestHistorySchema>;

/** AENT-04: the paging of a list of requests. */
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
 * A request as its link shows it (SIL-49): to whoever holds the link, and so without e-mail, phone, address and full name.
 */
export const trackedRequestSchema = z.object({
  kind: z.enum(requestKinds),
  id: objectIdSchema,
  /** The last six characters of its id, by which shop and customer speak of it (ASELL-05). */
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
  hasPhoto: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type TrackedRequest = z.output<typeof trackedRequestSchema>;
