import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { facetsSchema, pictureSchema, productSchema, readings, suggestionSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { repositoryFolder } from '../webpack/paths.ts';

/** What the browser reads of answers: name of the reader, the type that it reads, and the schema that both follow from. */
const read = [
  { name: 'readPicture', type: 'Picture', from: '../catalog/product.ts', schema: pictureSchema },
  { name: 'readProduct', type: 'Product', from: '../catalog/product.ts', schema: productSchema },
  { name: 'readFacets', type: 'Facets', from: '../catalog/catalog-endpoints.ts', schema: facetsSchema },
  {
    name: 'readSuggestion',
    type: 'Suggestion',
    from: '../catalog/catalog-endpoints.ts',
    schema: suggestionSchema,
  },
] as const;

const literal = (value: unknown) => JSON.stringify(value).replaceAll('"', "'");

const typeOf = (schema: z.ZodType) => read.find((one) => one.schema === schema)?.type ?? 'unknown';

/** The expression that reads a value of this schema as it is told. */
function strict(schema: z.ZodType, used: Set<string>): string {
  const use = (helper: string) => {
    used.add(helper);
    return helper;
  };
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime) return use('text');
  if (schema instanceof z.ZodBoolean) return use('truth');
  if (schema instanceof z.ZodNumber) {
    const isAboveZero = !schema.safeParse(0).success;
    return use(isAboveZero ? 'amount' : 'figure');
  }
  if (schema instanceof z.ZodLiteral) return `${use('oneOf')}(${literal([...schema.values])})`;
  if (schema instanceof z.ZodUnion)
    return `${use('either')}<${typeOf(schema)}>(${schema.options.map((option) => strict(option as z.ZodType, used)).join(', ')})`;
  if (schema instanceof z.ZodEnum) return `${use('oneOf')}(${literal(schema.options)})`;
  if (schema instanceof z.ZodArray)
    return `${use('list')}(${readerOf(schema.element as z.ZodType, used, true)})`;
  if (schema instanceof z.ZodObject) {
    const own = read.find((one) => one.schema === schema)?.name;
    return own && used.has(own) ? own : shapeOf(schema, used);
  }
  throw new Error(`No reader can be written for a ${schema.constructor.name}`);
}

/** What may be missing or null without its wrappers. */
const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;

/** Names the field in the error of `write`. */
function inField(name: string, write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function shapeOf(schema: z.ZodObject, used: Set<string>): string {
  used.add('fields');
  const [always, optional]: [string[], string[]] = [[], []];
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    if (field instanceof z.ZodOptional) {
      const inner = unwrapped(field);
      const isText = inner instanceof z.ZodString;
      if (isText) used.add('filledText');
      optional.push(`${name}: ${isText ? 'filledText' : inField(name, () => strict(inner, used))},`);
    } else {
      const reader = inField(name, () => readerOf(field, used));
      always.push(reader === name ? `${name},` : `${name}: ${reader},`);
    }
  }
  const part = (lines: readonly string[]) => (lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '{}');
  return `fields(${part(always)}${optional.length > 0 ? `, ${part(optional)}` : ''})`;
}

/** The expression that reads a field: what cannot be read is replaced by what its definition says, or by its kind. */
function readerOf(schema: z.ZodType, used: Set<string>, isItem = false): string {
  const { required, otherwise } = readings.get(schema) ?? {};
  const or = (inner: z.ZodType, value: unknown) => {
    used.add('or');
    return `or(${strict(inner, used)}, ${literal(value)})`;
  };
  if (schema instanceof z.ZodNullable) return or(unwrapped(schema), null);
  if (otherwise !== undefined) return or(schema, otherwise);
  if (required || isItem || schema instanceof z.ZodLiteral) return strict(schema, used);
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime) return or(schema, '');
  if (schema instanceof z.ZodBoolean) return or(schema, false);
  if (schema instanceof z.ZodArray) return or(schema, []);
  if (
    schema instanceof z.ZodObject &&
    Object.values(schema.shape).every((field) => field instanceof z.ZodOptional)
  )
    return or(schema, {});
  return strict(schema, used);
}

/** Where the readers of the browser stand. */
export const readersFile = 'packages/contracts/src/browser/answer-readers.ts';

const formatted = (source: string) =>
  execFileSync(
    join(repositoryFolder, 'node_modules/.bin/biome'),
    ['check', '--write', `--stdin-file-path=${readersFile}`],
    { cwd: repositoryFolder, input: source, encoding: 'utf8' },
  );

/** The expression that reads one value of a schema, for tests. */
export const readerExpression = (name: string, schema: z.ZodType): string =>
  inField(name, () => strict(schema, new Set()));

/** The readers of the browser, written from the schemas of the contracts: TypeScript without zod. */
export function readersSource(): string {
  const used = new Set<string>();
  const readers = read.map(({ name, type, schema }) => {
    const source = `export const ${name}: Reader<${type}> = ${inField(type, () => strict(schema, used))};`;
    used.add(name);
    return source;
  });
  const helpers = [...used].filter((name) => !read.some((one) => one.name === name)).toSorted();
  const froms = [...new Set(read.map(({ from }) => from))].toSorted();
  const types = froms.map(
    (from) =>
      `import type { ${read
        .filter((one) => one.from === from)
        .map(({ type }) => type)
        .toSorted()
        .join(', ')} } from '${from}';`,
  );
  return formatted(`// Written by npm run documents from the schemas of the contracts; change those.
${types.join('\n')}
import { ${helpers.join(', ')}, type Reader } from './readers.ts';

${readers.join('\n\n')}
`);
}
