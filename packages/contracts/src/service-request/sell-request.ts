import { z } from 'zod';
import { payoutMethodLabels } from '../browser/payment-methods.ts';
import { emailOf } from '../contact-fields.ts';
import { imeiSchema } from '../device/identifier.ts';
import { statusesOf } from '../life/life.ts';
import { sellRequestLife } from '../life/sell-request-life.ts';
import { rateSchema } from '../order/rate-endpoints.ts';
import {
  moneySchema,
  objectIdSchema,
  phoneOf,
  phoneText,
  requestCurrencySchema,
  requiredLine,
} from '../primitives.ts';
import { staffRequest } from './request-fields.ts';

export const sellBrands = [
  'apple',
  'samsung',
  'google',
  'oneplus',
  'xiaomi',
  'huawei',
  'oppo',
  'vivo',
  'other',
] as const;

/** From best to worst. */
export const sellConditions = ['excellent', 'good', 'fair', 'poor'] as const;

/** In gigabytes. */
export const sellStorages = ['16', '32', '64', '128', '256', '512', '1024'] as const;

export const sellColors = [
  'black',
  'white',
  'silver',
  'gold',
  'rose-gold',
  'blue',
  'green',
  'red',
  'purple',
  'pink',
  'yellow',
  'orange',
  'other',
] as const;

export const sellRequestStatuses = statusesOf(sellRequestLife);

export const payoutMethods = Object.keys(payoutMethodLabels) as (keyof typeof payoutMethodLabels)[];

/** The payment method of a seller: credit with the policy's bonus, or a payout. */
export const sellPaymentChoiceSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('credit') }),
  z
    .object({
      to: z.literal('payout'),
      method: z.enum(payoutMethods, 'Please choose how you want to be paid.'),
      /** Number of the account or wallet; empty for cash. */
      account: z.string().trim().max(60, 'At most 60 characters').default(''),
    })
    .refine(({ method, account }) => method === 'cash' || account.length >= 6, {
      message: 'Please enter the number of your account.',
      path: ['account'],
    }),
]);

export type SellPaymentChoice = z.output<typeof sellPaymentChoiceSchema>;

/** The payment of a phone: sum, method and account. Credit includes the bonus. */
export const sellPaymentSchema = z.object({
  to: z.enum(['credit', 'payout']),
  amount: moneySchema,
  /** Null for credit. */
  method: z.enum(payoutMethods).nullable(),
  /** Empty for credit and cash. */
  account: z.string(),
});

export type SellPayment = z.output<typeof sellPaymentSchema>;

/** The payment as its seller sees it: only the last four characters of the account. */
export const shownSellPaymentSchema = sellPaymentSchema
  .omit({ account: true })
  .extend({ accountLastFour: z.string().default('') });

/** An automatic estimate, in major units. */
export const sellEstimateSchema = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  currency: requestCurrencySchema,
  tableVersion: z.int().min(1),
});

/** The tracking number of the parcel, or that the phone was handed over at the desk. */
export const phoneSentBackSchema = z.object({ at: z.iso.datetime(), note: z.string() });

/** Prices in major units. */
export const sellRequestSchema = staffRequest(sellRequestStatuses, {
  fullName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  brand: z.enum(sellBrands),
  model: z.string(),
  storage: z.enum(sellStorages),
  condition: z.enum(sellConditions),
  color: z.enum(sellColors),
  hasCharger: z.boolean(),
  currency: requestCurrencySchema,
  expectedPrice: z.number().min(0),
  /** The estimate that the seller saw; null when there was none. */
  estimate: sellEstimateSchema.nullable(),
  /** The quote; null before there is one. */
  estimatedPrice: z.number().min(0).nullable(),
  /** The quote expires at this time. */
  quoteValidUntil: z.iso.datetime().nullable(),
  /** The payment of an accepted quote, at the rate of the day of acceptance; otherwise null. */
  agreed: z
    .object({
      amount: moneySchema,
      rate: rateSchema.pick({ number: true, shopMinorUnits: true }),
      /** Null until the customer has chosen. */
      payment: sellPaymentSchema.nullable().default(null),
    })
    .nullable(),
  /** The last digits of the IMEI in the form; may be empty. */
  imeiLastFour: z.string().default(''),
  /** The device that arrived with this request; null before. */
  deviceId: objectIdSchema.nullable().default(null),
  /** When and how the shop sent the phone back; null while it has or keeps it. */
  sentBack: phoneSentBackSchema.nullable().default(null),
  /** Completed and paid as agreed. A completed request without it was closed without payment. */
  isSettled: z.boolean().default(false),
  /** Photos of an inspection with a lower quote. */
  inspectionPhotos: z.array(z.string()).default([]),
  description: z.string(),
  /** Server-relative path for staff; empty without a photo. */
  phoneImage: z.string(),
});

export type SellRequestAnswer = z.output<typeof sellRequestSchema>;

/** An accepted sell request whose phone can be received now. */
export const sellRequestToReceiveSchema = sellRequestSchema
  .pick({ brand: true, model: true, storage: true, color: true, condition: true })
  .extend({
    sellRequestId: objectIdSchema,
    reference: z.string(),
    /** Events of an older version of the request have no data about this phone. */
    version: z.int().min(1),
    quotedPriceInMinorUnits: z.int().min(0),
    /** Stored together with the device, so that a receipt that service-request has ended is refused. */
    receiptId: objectIdSchema,
    /** The device of this receipt; when two calls receive it as a new device at once, that of the first call. */
    deviceId: objectIdSchema,
  });

export type SellRequestToReceive = z.output<typeof sellRequestToReceiveSchema>;

const missingText = 'Please fill in all required fields';

const priceText = 'Please enter a valid expected price';

/** The text fields of the form. Unknown fields are dropped. */
export const submitSellRequestBodySchema = z.object({
  fullName: requiredLine('Full name', 100, { missing: 'Full name is required' }),
  brand: z.enum(sellBrands, missingText),
  model: requiredLine('Model', 80, { missing: missingText }),
  condition: z.enum(sellConditions, missingText),
  storage: z.enum(sellStorages, missingText),
  color: z.enum(sellColors, missingText),
  /** In US dollars, at most two decimals. */
  expectedPrice: z
    .string(missingText)
    .trim()
    .min(1, missingText)
    .max(12, priceText)
    .regex(/^(?=\.?\d)\d{0,7}(\.\d{1,2})?$/, priceText)
    .transform(Number)
    .pipe(z.number().gt(0, priceText)),
  hasCharger: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  contactEmail: emailOf(missingText),
  contactPhone: phoneOf(missingText, phoneText)
    .regex(/^\+?[\d\s\-()]{10,20}$/, phoneText)
    .meta({ pattern: '^\\+?[\\d\\s\\-()]{10,20}$' }),
  description: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  imei: imeiSchema.default(''),
});
