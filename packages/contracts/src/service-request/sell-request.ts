import { z } from 'zod';
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

/** SELL-18, best first. */
export const sellConditions = ['excellent', 'good', 'fair', 'poor'] as const;

/** SELL-19, in GB. */
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

/** What a phone may bring, before anybody has seen it. In US dollars, major units. */
export const sellEstimateSchema = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  /** Of the price table that it comes from. */
  tableVersion: z.int().min(1),
});

export type SellEstimate = z.output<typeof sellEstimateSchema>;

/** A request to sell a phone as staff see it. Prices in US dollars, major units. */
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
  expectedPrice: z.number().min(0),
  /** The estimate that the seller saw; null where the table has no answer. */
  estimate: sellEstimateSchema.nullable(),
  /** The staff's quote; null before there is one. */
  estimatedPrice: z.number().min(0).nullable(),
  /** Until when the quote can be accepted. */
  quoteValidUntil: z.iso.datetime().nullable(),
  description: z.string(),
  /** Server-relative path, for staff only; empty without a photo. */
  phoneImage: z.string(),
});

export type SellRequestAnswer = z.output<typeof sellRequestSchema>;
