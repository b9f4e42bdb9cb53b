import { z } from 'zod';
import { deviceGrades } from '../browser/device-grades.ts';
import { offeredMethodNames } from '../browser/payment-methods.ts';
import { policyParts } from '../browser/policy.ts';
import { defaultTimeZone } from '../browser/shop-time.ts';
import { wearLevels } from '../device/device.ts';
import { answerOf, minorUnitsSchema, moneySchema } from '../primitives.ts';
import { fiscalYearsSchema } from './fiscal-years.ts';
import { rateSchema } from './rate-endpoints.ts';

type SchemaOf<Value> = Value extends string
  ? z.ZodString
  : Value extends number
    ? typeof minorUnitsSchema
    : Value extends boolean
      ? z.ZodBoolean
      : typeof moneySchema;

function schemaOf(value: unknown): z.ZodType {
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return minorUnitsSchema;
  return typeof value === 'boolean' ? z.boolean() : moneySchema;
}

const partSchema = (part: object) =>
  z.object(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, schemaOf(value)])));

const parts = Object.fromEntries(
  Object.entries(policyParts).map(([name, part]) => [name, partSchema(part)]),
) as unknown as {
  [Part in keyof typeof policyParts]: z.ZodObject<{
    [Name in keyof (typeof policyParts)[Part]]: SchemaOf<(typeof policyParts)[Part][Name]>;
  }>;
};

/** The content of a stored version of the policy. */
export const policyContentSchema = z.object({
  version: z.int().min(1),
  currency: z.literal('NPR'),
  ...parts,
  tax: parts.tax.extend({ percent: z.number().min(0).max(100) }),
  seller: parts.seller.extend({ name: z.string().min(1), pan: z.string().regex(/^\d{9}$/) }),
  fiscalYears: fiscalYearsSchema,
  payments: parts.payments.extend({ methods: z.array(z.enum(offeredMethodNames)).min(1) }),
  credit: parts.credit.extend({ goodwillDays: z.int().min(1) }),
  tradeIn: parts.tradeIn.extend({
    creditBonusPercent: z.number().min(0).max(100),
    resaleMarkupPercent: z.number().min(0),
    warrantyDays: z.int().min(1),
    grades: z.array(
      z.object({
        grade: z.enum(deviceGrades),
        minBatteryHealthPercent: z.int().min(0).max(100),
        maxWear: z.enum(wearLevels),
      }),
    ),
  }),
});

export type PolicyContent = z.output<typeof policyContentSchema>;

/** The policy record: the current version, the configured values, and the current rates. */
export const policySchema = policyContentSchema.extend({
  /** IANA name: pages show all times in it. Absent from an order service of the previous release. */
  timeZone: z.string().default(defaultTimeZone),
  contact: z.object({ address: z.string(), email: z.string(), phone: z.string() }),
  /** Social links, in display order. */
  social: z.array(z.object({ name: z.string(), address: z.url() })),
  /** The current rate of each other currency. */
  rates: z.array(rateSchema),
});

export type Policy = z.output<typeof policySchema>;

/** The answer of `getPolicy` for other services, which must not fail on a field that they do not use. */
export const tradeInTermsSchema = answerOf(policySchema.pick({ tradeIn: true, rates: true }));
