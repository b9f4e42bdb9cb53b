import { z } from 'zod';
import { moneySchema, requestCurrencySchema, shopCurrencySchema } from '../primitives.ts';
import { phoneOrderDeliveryMethods, phoneOrderPaymentMethods, phoneOrderPriorities } from './phone-order.ts';
import { recordFields, type requestHistorySchema } from './request-fields.ts';
import { returnContentSchema } from './return.ts';
import { phoneSentBackSchema, sellConditions, shownSellPaymentSchema } from './sell-request.ts';

export const requestKinds = ['sell-request', 'repair-booking', 'phone-order', 'return'] as const;

export type RequestKind = (typeof requestKinds)[number];

export type RequestHistoryAnswer = z.output<typeof requestHistorySchema>;

/** Actions of the link's holder. */
export const trackingActions = ['accept', 'decline', 'cancel', 'reschedule'] as const;

export type TrackingAction = (typeof trackingActions)[number];

/** A request as the holder of its link sees it: without name, e-mail, phone and address. */
export const trackedRequestSchema = z.object({
  ...recordFields,
  kind: z.enum(requestKinds),
  /** The last six characters of the id, by which shop and customer refer to the request. */
  reference: z.string(),
  /** For example "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  status: z.string(),
  /** The latest note of the shop; may be empty. */
  note: z.string(),
  actions: z.array(z.enum(trackingActions)),
  /** The quote of a sell request, in major units. */
  quote: z
    .object({
      price: z.number().min(0),
      currency: requestCurrencySchema,
      validUntil: z.iso.datetime(),
      isExpired: z.boolean(),
      /** The payment; null before the quote is accepted. */
      agreed: moneySchema.nullable(),
      /**
       * What accepting would pay at the current rate; null while that is unknown, and when there is nothing to accept.
       */
      pays: z
        .object({ payout: moneySchema, credit: moneySchema, creditBonusPercent: z.int().min(0) })
        .nullable()
        .default(null),
      /** The request has an account. Without one, credit goes to that of a signed-in customer. */
      canBeCredit: z.boolean(),
      /** The payment method; null before it is chosen. */
      payment: shownSellPaymentSchema.nullable(),
      /** Photos of the inspection that led to the quote. */
      photos: z.array(z.string()),
    })
    .nullable(),
  /** Date and time of a repair in the shop's time zone. */
  appointment: z
    .object({ date: z.iso.date(), time: z.string(), timeZone: z.string(), startsAt: z.iso.datetime() })
    .nullable(),
  /** The phone of a sell request. The price is in major units. */
  offered: z
    .object({
      condition: z.enum(sellConditions),
      hasCharger: z.boolean(),
      expectedPrice: z.number().min(0),
      currency: requestCurrencySchema,
      /** The shop has the phone, whether bought or not. */
      isReceived: z.boolean(),
      sentBack: phoneSentBackSchema.nullable().default(null),
      /** Completed and paid as agreed; a completed request without it was closed without payment. */
      isSettled: z.boolean().default(false),
      /** The sum of a settled request was paid, so the payment method is final. */
      isPaid: z.boolean().default(false),
    })
    .nullable(),
  ordered: z
    .object({
      /** In major units; null when the price was unknown. */
      totalPrice: z.number().min(0).nullable(),
      currency: shopCurrencySchema,
      paymentMethod: z.enum(phoneOrderPaymentMethods),
      deliveryMethod: z.enum(phoneOrderDeliveryMethods),
      /** Empty unless the order is picked up. */
      preferredDate: z.string(),
      preferredTime: z.string(),
      priority: z.enum(phoneOrderPriorities),
    })
    .nullable(),
  returned: returnContentSchema.nullable(),
  hasPhoto: z.boolean(),
});

export type TrackedRequest = z.output<typeof trackedRequestSchema>;
