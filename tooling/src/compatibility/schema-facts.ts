import { deprecated } from './facts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Keywords that have facts of their own or do not affect validation. */
const skippedKeywords = new Set(
  'properties required items prefixItems anyOf oneOf allOf additionalProperties propertyNames description title default examples deprecated id $id $schema'.split(
    ' ',
  ),
);

const listsNull = (type: unknown) => Array.isArray(type) && type.includes('null');

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function wordsOf(schema: JsonObject): string {
  const { $ref, type, format, pattern, ...keywords } = schema;
  const words: string[] = [];
  if (typeof $ref === 'string') words.push($ref.slice($ref.lastIndexOf('/') + 1));
  const types = [type ?? []].flat().filter((typeName) => typeName !== 'null');
  if (types.length > 0) words.push(types.map(textOf).join(' or '));
  // The format already names the pattern.
  if (format !== undefined) words.push(textOf(format));
  else if (pattern !== undefined) words.push(`pattern ${textOf(pattern)}`);
  for (const [keyword, value] of Object.entries(keywords))
    if (!skippedKeywords.has(keyword) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
      words.push(`${keyword} ${textOf(value)}`);
  if (schema['additionalProperties'] === false) words.push('without other fields');
  return words.join(' ') || 'anything';
}

/** Adds the facts of a JSON Schema: of the value and of each of its fields. */
export function addSchema(
  facts: Map<string, string>,
  name: string,
  schema: JsonObject,
  { isOptional = false, isNullable = false } = {},
): void {
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  const [singleChoice, ...otherChoices] = choices.filter(({ type }) => type !== 'null');
  if (singleChoice !== undefined && otherChoices.length === 0 && choices.length === 2) {
    const { anyOf: _, oneOf: _one, ...keywords } = schema;
    return addSchema(facts, name, { ...keywords, ...singleChoice }, { isOptional, isNullable: true });
  }
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [field, value] of Object.entries(properties))
    if (isObject(value)) addSchema(facts, partOf(name, field), value, { isOptional: !required.has(field) });
  const { items, additionalProperties } = schema;
  const description = `${isOptional ? 'optional ' : ''}${isNullable || listsNull(schema['type']) ? 'null or ' : ''}${wordsOf(schema)}`;
  const element = isObject(items)
    ? addElement(facts, name, (elementName) => addSchema(facts, elementName, items))
    : '';
  facts.set(name, `${description}${element}${schema['deprecated'] === true ? deprecated : ''}`);
  if (isObject(additionalProperties)) addSchema(facts, `${name}{}`, additionalProperties);
  const parts = [...choices, ...listOf(schema['allOf']), ...listOf(schema['prefixItems'])];
  for (const [index, part] of parts.entries()) addSchema(facts, `${name}|${index + 1}`, part);
}

/** Adds the fields of the elements of a list. Returns the description of an element, which belongs to the fact of the list. */
export function addElement(
  facts: Map<string, string>,
  name: string,
  add: (elementName: string) => void,
): string {
  const elementName = `${name}[]`;
  add(elementName);
  const words = facts.get(elementName);
  facts.delete(elementName);
  return ` of ${words}`;
}

/** `event order.placed lines`, then `event order.placed lines.name`. */
export const partOf = (name: string, field: string): string =>
  `${name}${name.split(' ').length > 2 ? '.' : ' '}${field}`;
