import { z } from 'zod';
import { rateSchema } from '../order/rate-endpoints.ts';
import { moneySchema, requestCurrencySchema } from '../primitives.ts';
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

/** Best first. */
export const sellConditions = ['excellent', 'good', 'fair', 'poor'] as const;

/** In GB. */
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

export const sellRequestStatuses = [
  'pending',
  'reviewed',
  'quoted',
  'accepted',
  'rejected',
  'completed',
] as const;

export type SellRequestStatus = (typeof sellRequestStatuses)[number];

/** An automatic estimate, in major units. */
export const sellEstimateSchema = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  currency: requestCurrencySchema,
  tableVersion: z.int().min(1),
});

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
  /** What is paid of an accepted quote, at the rate of the day it was accepted; else null. */
  agreed: z
    .object({ amount: moneySchema, rate: rateSchema.pick({ number: true, shopMinorUnits: true }) })
    .nullable(),
  description: z.string(),
  /** Server-relative path for staff; empty without a photo. */
  phoneImage: z.string(),
});

export type SellRequestAnswer = z.output<typeof sellRequestSchema>;
