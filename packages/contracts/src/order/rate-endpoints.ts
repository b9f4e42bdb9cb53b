import { z } from 'zod';
import { foreignCurrencies } from '../browser/money.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, reasonSchema } from '../primitives.ts';

const defineEndpoint = ownedBy('order');

/** The value of one unit of another currency from a time on. A stored rate never changes. */
export const rateSchema = z.object({
  currency: z.enum(foreignCurrencies),
  /** Counts the rates of a currency from 1. */
  number: z.int().min(1),
  /** One unit in minor units of the shop's currency: 13500 is NPR 135.00 for one dollar. */
  shopMinorUnits: z.int().min(1).max(100_000_000),
  from: z.iso.datetime(),
});

export type RateAnswer = z.output<typeof rateSchema>;

/** A rate for staff, with who set it and why. */
export const rateRecordSchema = rateSchema.extend({
  /** Empty for the initial rate. */
  setBy: z.string(),
  reason: z.string(),
});

export type RateRecord = z.output<typeof rateRecordSchema>;

export const listRates = defineEndpoint('listRates', 'GET /api/admin/rates', {
  ...forStaff('rates.see'),
  summary: 'All exchange rates, newest first.',
  answer: answerOf(z.array(rateRecordSchema)),
});

export const setRate = defineEndpoint('setRate', 'POST /api/admin/rates', {
  changesPublicReads: true,
  ...forStaff('rates.change'),
  summary:
    'Sets the rate of a currency from now on. A change by more than a fifth needs `isConfirmed`. Documents keep the rate that they were made with.',
  body: z.object({
    currency: z.enum(foreignCurrencies, 'Choose a currency.'),
    shopMinorUnits: z
      .int('The rate has at most two decimals.')
      .min(1, 'The rate must be above zero.')
      .max(100_000_000, 'The rate must be at most 1,000,000.'),
    reason: reasonSchema,
    /** The `number` of the rate that the caller saw. */
    seenNumber: z.int().min(1),
    isConfirmed: z.boolean().default(false),
  }),
  status: 201,
  answer: answerOf(rateRecordSchema),
  problems: ['version-conflict', 'needs-confirmation'],
});
