import * as z from 'zod/mini';

/** A schema for an answer, navigation state or storage. */
export type SchemaOf<Value, Input = unknown> = z.ZodMiniType<Value, Input>;

/** A text that is not empty. */
export const filledText = z.string().check(z.trim(), z.minLength(1));
export const textOrEmpty = z.catch(z.string(), '');
export const nonNegativeNumber = z.number().check(z.minimum(0));
export const amount = z.number().check(z.positive());

/** A list without the items that do not match, so that one bad record does not break the page. */
export const listOf = <Item>(item: SchemaOf<Item>) =>
  z.pipe(
    z.array(z.catch(z.nullable(item), null)),
    z.transform((items) => items.filter((entry) => entry !== null)),
  );

/** Copies `_id` and `id` from each other when one is missing. */
export const withIdAndMongoId = z.transform((raw: unknown): unknown => {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { _id, id }: { _id?: unknown; id?: unknown } = raw;
  return { ...raw, _id: _id ?? id, id: _id ?? id };
});

/** The list of an answer, bare or under `data`, `products` or `offers`. */
export const listInAnswer = z.transform((raw: unknown): unknown => {
  if (Array.isArray(raw)) return { data: raw };
  if (typeof raw !== 'object' || raw === null) return raw;
  const { data, products, offers }: { data?: unknown; products?: unknown; offers?: unknown } = raw;
  return { ...raw, data: data ?? products ?? offers };
});

/** One field of an answer. */
export const answerField = <Value>(name: string, schema: SchemaOf<Value>) =>
  z.pipe(
    z.object({ [name]: schema }),
    z.transform((answer) => answer[name] as Value),
  );

/** The `data` of an answer. */
export const answerData = <Value>(schema: SchemaOf<Value>) => answerField('data', schema);
