import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf, minorUnitsSchema } from '../primitives.ts';

/** The versioned policy record: each sentence of it is shown where its document gives it (CONF-04 to CONF-08). */
export const policySchema = z.object({
  version: z.int().min(1),
  currency: z.literal('NPR'),
  shipping: z.object({
    feeInMinorUnits: minorUnitsSchema,
    /** Shipping is free when the subtotal is above this amount, not at it (SIL-19). */
    freeAboveInMinorUnits: minorUnitsSchema,
    sentence: z.string(),
  }),
  tax: z.object({ percent: z.number().min(0).max(100), label: z.string() }),
  returns: z.object({ days: z.int().min(0), sentence: z.string() }),
  payments: z.object({ sentence: z.string() }),
  support: z.object({ sentence: z.string(), officeHours: z.string() }),
  warranty: z.object({ repairDays: z.int().min(0), repairSentence: z.string() }),
  /** What the chat assistant quotes; it decides nothing (CONF-04, CONF-05, CONF-06, CONF-07). */
  chat: z.object({
    freeDelivery: z.string(),
    expressDelivery: z.string(),
    sameDayDelivery: z.string(),
    returns: z.string(),
    warranty: z.string(),
  }),
  contact: z.object({ address: z.string(), email: z.string(), phone: z.string() }),
});

export type Policy = z.output<typeof policySchema>;

export const getPolicy = defineEndpoint({
  id: 'getPolicy',
  owner: 'order',
  version: 1,
  method: 'GET',
  path: '/api/policy',
  role: 'public',
  summary: 'The policy record in force: shipping, tax, returns, warranty, hours (CONF-06).',
  status: 200,
  answer: answerOf(policySchema),
});

export const orderEndpoints = { getPolicy } as const;
