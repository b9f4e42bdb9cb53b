import { z } from 'zod';
import { requestCurrency, shopCurrency } from './browser/money.ts';
import { isPhoneNumber, isVisible, normalizeIdentifier, normalizeLine } from './browser/typed-text.ts';

/** Parses untrusted JSON; undefined when it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A MongoDB ObjectId, checked before a query is made. */
export const objectIdSchema = z.string().regex(/^[0-9a-f]{24}$/i, 'The id is not valid.');

/** The id of a stored photo. */
export const photoIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'There is no such photo.');

/** The reason that staff give for a step. */
export const reasonSchema = z
  .string('Please say why.')
  .trim()
  .min(3, 'Please say why.')
  .max(300, 'At most 300 characters');

/**
 * A price in answers and forms: a decimal number in major units (91500 is NPR 91,500) with at most two decimals.
 * Services store integers in minor units.
 */
export const priceSchema = priceWithMessage();

/** A price with the error text of a form. */
export function priceWithMessage(message?: string) {
  return (
    z
      .number(message)
      .positive(message)
      .max(1_000_000_000, message)
      // Smaller amounts would round to zero.
      .refine(
        (price) => price <= 0 || (price >= 0.005 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6),
        'At most two decimals.',
      )
      .meta({ minimum: 0.01 })
  );
}

/** An integer amount in minor units. */
export const minorUnitsSchema = z.int().min(0).max(100_000_000_000);

const currencySchema = z.literal(shopCurrency, `The shop's currency is ${shopCurrency}.`);

/**
 * The currency of all sums of a record (decision 79). The default is for records and events that are older than the
 * field.
 */
export const shopCurrencySchema = currencySchema.default(shopCurrency);

/** The currency of quotes, by default for older records. */
export const requestCurrencySchema = z.literal(requestCurrency).default(requestCurrency);

/** A sum in the shop's currency. */
export const moneySchema = z.object({ amountInMinorUnits: minorUnitsSchema, currency: currencySchema });

export type Money = z.output<typeof moneySchema>;

/** A sum that may be below zero. */
export const signedMoneySchema = moneySchema.extend({
  amountInMinorUnits: z
    .int('The amount must be a whole number of minor units.')
    .min(-100_000_000_000)
    .max(100_000_000_000),
});

/** A sum above zero. */
export const positiveMoneySchema = moneySchema.extend({
  amountInMinorUnits: z
    .int('The amount must be a whole number of minor units.')
    .min(1, 'The amount must be above zero.')
    .max(100_000_000_000),
});

export const paginationSchema = z.object({
  page: z.int().min(1),
  limit: z.int().min(1),
  total: z.int().min(0),
  totalPages: z.int().min(0),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});

/** An answer with `success` and the given fields. */
export const answerWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ success: z.literal(true), ...fields });

/** The shape of most answers: `{success: true, data}`. */
export const answerOf = <Data extends z.ZodType>(data: Data) => answerWith({ data });

/** The answer of a call that returns no data. */
export const doneSchema = answerWith({ message: z.string() });

/**
 * A text in a URL. Control characters are refused, because MongoDB accepts none in a regular expression. OpenAPI gets
 * the equivalent pattern.
 */
export const plainText = (schema = z.string()) =>
  schema
    .refine((text) => !/\p{Cc}/u.test(text), 'Control characters are not possible here.')
    .meta({ pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F]*$' });

/** A typed text in an address, such as a search, in its plain spelling. */
export const queryText = (maxLength: number) => plainText(z.string().max(maxLength)).overwrite(normalizeLine);

interface LineTexts {
  readonly missing?: string;
  readonly tooLong?: string;
}

/** A required text of one line, in its plain spelling. Too long texts are rejected first: a pattern could take seconds. */
export const requiredLine = (
  field: string,
  maxLength: number,
  {
    missing = `Please fill in ${field}`,
    tooLong = `${field} must be at most ${maxLength} characters`,
  }: LineTexts = {},
) =>
  z
    .string(missing)
    .overwrite(normalizeLine)
    .max(maxLength, { error: tooLong, abort: true })
    .min(1, { error: missing, abort: true })
    .refine(isVisible, { error: missing, abort: true })
    // A line break in a name or an address could inject a mail header, or a line into a label.
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), `${field} must be one line`)
    // Not every program that reads the OpenAPI document knows the classes of Unicode.
    .meta({ pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$' });

export const phoneText = 'Please enter a valid phone number';

/** A phone number, in any of its usual spellings. */
export const phoneOf = (missing: string, tooLong?: string) =>
  requiredLine('Phone', 30, { missing, ...(tooLong && { tooLong }) })
    .overwrite(normalizeIdentifier)
    .refine(isPhoneNumber, { error: phoneText, abort: true })
    // The pattern has only the allowed characters, because generators of examples rarely meet one that also counts
    // digits.
    .meta({ pattern: '^\\+?[\\d\\s().,/+\\-:extEXT]{7,29}$' });

/**
 * A number in a query. A repeated parameter is an array and refused. OpenAPI gets the limits of an integer, or the
 * pattern of a decimal: not negative, at most two decimals.
 */
export const queryNumber = (schema: z.ZodNumber | z.ZodInt) =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,2})?$/, 'Expected a number.')
    .transform(Number)
    .pipe(schema)
    .meta(
      schema.isInt
        ? { type: 'integer', minimum: schema.minValue ?? undefined, maximum: schema.maxValue ?? undefined }
        : { pattern: '^\\d{1,9}(\\.\\d{1,2})?$' },
    );

/** One page of a list. @param maxLimit the highest number of entries of a page */
export const pageQuery = (limit = 20, maxLimit = 100) => ({
  page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
  limit: queryNumber(z.int().min(1).max(maxLimit)).default(limit),
});

export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

export const bulkMax = 100;

/** The outcome for one record of a bulk update; null when it was updated. */
export const bulkOutcomeSchema = z.object({
  id: objectIdSchema,
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type BulkOutcome = z.output<typeof bulkOutcomeSchema>;

/** A bulk update that continues after the answer, with the outcomes so far. */
export const bulkJobSchema = z.object({
  id: objectIdSchema,
  state: z.enum(['running', 'done']),
  total: z.int().min(1),
  outcomes: z.array(bulkOutcomeSchema),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});

export type BulkJob = z.output<typeof bulkJobSchema>;

/** Records of a bulk update with the versions that staff saw. */
export const bulkItemsSchema = z
  .array(z.object({ id: objectIdSchema, version: z.int().min(1) }))
  .min(1)
  .max(bulkMax);

/** The number of records that are newer than the list (decision 64). */
export const newRecordsSchema = z.object({ count: z.int().min(0).max(100), since: z.iso.datetime() });

/**
 * Comma-separated values without empty ones; duplicates are dropped. OpenAPI describes an array. The text becomes an
 * array before any check, so that a refinement of the whole query never sees a string.
 */
export const queryList = <Value extends string>(
  item: z.ZodType<Value, string>,
  maxItems: number,
  itemDescription: Readonly<Record<string, unknown>>,
) =>
  z
    .string()
    // One more than allowed suffices to refuse it.
    .transform((text) => text.split(',', maxItems + 1))
    .pipe(z.array(item).max(maxItems))
    .transform((items) => [...new Set(items)])
    .meta({ type: 'array', items: itemDescription, minItems: 1, maxItems });

/** The requested columns of a CSV, in their order. */
export const queryColumns = <Name extends string>(names: readonly Name[]) =>
  queryList(plainText().trim().pipe(z.enum(names)), names.length, { type: 'string', enum: [...names] });
