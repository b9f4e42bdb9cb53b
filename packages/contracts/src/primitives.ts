import { z } from 'zod';

/** The 24 hexadecimal characters of a MongoDB ObjectId. Anything else is refused before a query is made. */
export const objectIdSchema = z.string().regex(/^[0-9a-f]{24}$/i, 'The id is not valid.');

/**
 * A price as the shop's answers and forms carry it: a plain decimal number in the currency's major unit
 * (91500 is NPR 91,500), at most two decimals. Services keep integers in minor units.
 */
export const priceSchema = priceOr();

/** A price whose refusal reads as the document of that form says it. */
export function priceOr(message?: string) {
  return (
    z
      .number(message)
      .positive(message)
      .max(1_000_000_000, message)
      // Less than the smallest coin would be kept as nothing.
      .refine(
        (price) => price <= 0 || (price >= 0.005 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6),
        'At most two decimals.',
      )
      .meta({ minimum: 0.01 })
  );
}

/** An amount in the currency's minor unit, always an integer. */
export const minorUnitsSchema = z.int().min(0).max(100_000_000_000);

export const paginationSchema = z.object({
  page: z.int().min(1),
  limit: z.int().min(1),
  total: z.int().min(0),
  totalPages: z.int().min(0),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});

/** `{success: true, data}`: what every call on products answers. */
export const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ success: z.literal(true), data });

/**
 * A text that an address may carry: without control characters, which the database takes in no pattern. The document of the API tells
 * it in the words of every program that reads it.
 */
export const plainText = (schema = z.string()) =>
  schema
    .refine((text) => !/\p{Cc}/u.test(text), 'Control characters are not possible here.')
    .meta({ pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F]*$' });

/** What somebody typed and an address carries, such as the search of a list, without the spaces around it. */
export const queryText = (maxLength: number) => plainText(z.string().max(maxLength)).trim();

/**
 * An HTTP query carries text only; a repeated parameter arrives as an array and is refused. The document of the API tells the
 * bounds of a whole number, and of another one the text: at most two decimals, none below zero.
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

export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** At most so many things change in one bulk update. */
export const bulkMax = 100;

/** What became of one thing in a bulk update; without a problem it is done. */
export const bulkOutcomeSchema = z.object({
  id: objectIdSchema,
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type BulkOutcome = z.output<typeof bulkOutcomeSchema>;

/** A bulk update that is worked through after its caller was answered: what became of each thing so far. */
export const bulkJobSchema = z.object({
  id: objectIdSchema,
  state: z.enum(['running', 'done']),
  total: z.int().min(1),
  outcomes: z.array(bulkOutcomeSchema),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});

export type BulkJob = z.output<typeof bulkJobSchema>;

/** Things to change in one bulk update, each with the version that staff saw. */
export const bulkItemsSchema = z
  .array(z.object({ id: objectIdSchema, version: z.int().min(1) }))
  .min(1)
  .max(bulkMax);

/** What a list of staff is told in answer to how many records came after its newest one (decision 41). */
export const newRecordsSchema = z.object({ count: z.int().min(0).max(100), since: z.iso.datetime() });

/**
 * Several values in one parameter, with commas between them, each once; none of them is empty. The document tells it as a list.
 * Nothing is refused before it is a list, so that a check of the whole query never meets a text in its place.
 */
export const queryList = <Value extends string>(
  item: z.ZodType<Value, string>,
  maxItems: number,
  told: Readonly<Record<string, unknown>>,
) =>
  z
    .string()
    // One more than it may hold is enough to refuse it.
    .transform((text) => text.split(',', maxItems + 1))
    .pipe(z.array(item).max(maxItems))
    .transform((items) => [...new Set(items)])
    .meta({ type: 'array', items: told, minItems: 1, maxItems });

/** The columns that a CSV is wanted with, by name and in their order. */
export const queryColumns = <Name extends string>(names: readonly Name[]) =>
  queryList(plainText().trim().pipe(z.enum(names)), names.length, { type: 'string', enum: [...names] });
