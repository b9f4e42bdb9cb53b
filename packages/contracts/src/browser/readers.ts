/** Reads a value of an answer, of navigation state or of storage; undefined when it cannot be used. */
export type Reader<Value> = (value: unknown) => Value | undefined;

type Shape = Readonly<Record<string, Reader<unknown>>>;
type Read<Fields extends Shape> = { [Name in keyof Fields]: NonNullable<ReturnType<Fields[Name]>> };

/** An object whose fields may be looked at; lists are none. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

export const filledText: Reader<string> = (value) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

export const truth: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A number that is not below zero. */
export const figure: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A number above zero. */
export const amount: Reader<number> = (value) => figure(value) || undefined;

/** One of some words, in any case. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]): Reader<Word> =>
  (value) => {
    const word = text(value)?.trim().toLowerCase();
    return words.find((known) => known.toLowerCase() === word);
  };

/** What the first of some readers can read. */
export const either =
  <Value>(...readers: readonly Reader<Value>[]): Reader<Value> =>
  (value) => {
    for (const read of readers) {
      const found = read(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** With another value in place of what cannot be read. */
export const or =
  <Value, Other>(read: Reader<Value>, other: Other) =>
  (value: unknown): Value | Other =>
    read(value) ?? other;

/** A list without the items that cannot be read. */
export const list =
  <Item>(read: Reader<Item>): Reader<Item[]> =>
  (value) =>
    Array.isArray(value) ? value.flatMap((item: unknown) => read(item) ?? []) : undefined;

/** An object with all of `fields`, or none; of `optional` those that can be read. */
export const fields =
  <Fields extends Shape, Optional extends Shape = Record<never, never>>(shape: Fields, optional?: Optional) =>
  (value: unknown): (Read<Fields> & Partial<Read<Optional>>) | undefined => {
    if (!isFields(value)) return undefined;
    const read: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries(shape)) {
      read[name] = reader(value[name]);
      if (read[name] === undefined) return undefined;
    }
    for (const [name, reader] of Object.entries(optional ?? {})) {
      const found = reader(value[name]);
      if (found !== undefined) read[name] = found;
    }
    return read as Read<Fields> & Partial<Read<Optional>>;
  };
