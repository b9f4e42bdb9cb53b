import { z } from 'zod';

/** How the browser reads a field of an answer that is not as it should be (API-39, API-40). */
interface Reading {
  /** Without this field the whole thing cannot be used. */
  readonly required?: true;
  /** What stands in for a value that is missing or of another kind. */
  readonly otherwise?: string | number | boolean;
}

/**
 * The readings of fields, for the readers that `npm run documents` writes for the browser. A field that is not in here is read by its kind: a text
 * that is missing is empty, a truth false, a list empty, what may be null is null.
 */
export const readings = z.registry<Reading>();

function marked<Schema extends z.ZodType>(schema: Schema, reading: Reading): Schema {
  // A schema that others use too must not take the mark along.
  const own = schema.clone();
  readings.add(own, reading);
  return own;
}

/** Marks a field without which the browser can do nothing with its thing. */
export const required = <Schema extends z.ZodType>(schema: Schema): Schema =>
  marked(schema, { required: true });

/** Says what stands in for a field that is missing in an answer. */
export const otherwise = <Schema extends z.ZodType>(
  schema: Schema,
  value: NonNullable<Reading['otherwise']>,
): Schema => marked(schema, { otherwise: value });
