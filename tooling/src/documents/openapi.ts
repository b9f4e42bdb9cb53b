import { type Endpoint, type ProblemCode, problemCodes, problemSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { namedSchemas, type Override } from './named-schemas.ts';

type JsonObject = Record<string, unknown>;

/**
 * Unicode classes are valid in JSON Schema patterns, but many tools do not support them. The replacements are stricter,
 * so the service accepts everything that they allow.
 */
const plainClasses: readonly (readonly [unicode: string, plain: string])[] = [
  ['[^\\p{C}\\p{Z}]', '[!-~]'],
  ['\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f'],
  ['\\p{L}', '[A-Za-z]'],
  ['\\p{Nd}', '[0-9]'],
];

type Schemas = ReturnType<typeof namedSchemas>;

function makePlain(schema: JsonObject): void {
  const { pattern, type, minimum } = schema;
  // JSON Schema applies `pattern` only to strings; numbers in a query are described as numbers.
  if (typeof pattern === 'string' && type !== undefined && type !== 'string') delete schema['pattern'];
  else if (typeof pattern === 'string')
    schema['pattern'] = plainClasses.reduce(
      (text, [unicode, plainClass]) => text.replaceAll(unicode, plainClass),
      pattern,
    );
  // Redundant beside a higher minimum.
  if (typeof minimum === 'number' && minimum > Number(schema['exclusiveMinimum']))
    delete schema['exclusiveMinimum'];
}

const plainSchema: Override = ({ jsonSchema }) =>
  [jsonSchema, ...(jsonSchema.allOf ?? [])].forEach(makePlain);

/** The JSON Schema of a request; parts that JSON Schema cannot express accept anything. */
function inputSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...requestSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: plainSchema,
  });
  return requestSchema;
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const object = inputSchema(schema);
  const properties = (object['properties'] ?? {}) as Record<string, JsonObject>;
  const required = new Set((object['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    // Several values are separated by commas in one parameter.
    ...(property['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: withoutTextLimits(property),
  }));
}

/** Removes the limits of text lengths, which do not apply to numbers and lists. */
function withoutTextLimits({ minLength, maxLength, ...schema }: JsonObject): JsonObject {
  return schema['type'] === 'string' ? { ...schema, ...presentFields({ minLength, maxLength }) } : schema;
}

const presentFields = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function requestBodyOf(endpoint: Endpoint): JsonObject | undefined {
  if (endpoint.file) {
    const { field, maxBytes, required } = endpoint.file;
    const part = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
    const fields = endpoint.body ? inputSchema(endpoint.body) : {};
    const schema = {
      ...fields,
      type: 'object',
      properties: { ...(fields['properties'] as object | undefined), [field]: part },
      required: [...((fields['required'] ?? []) as string[]), ...(required ? [field] : [])],
    };
    return {
      required: required || endpoint.body !== undefined,
      content: { 'multipart/form-data': { schema } },
    };
  }
  if (!endpoint.body) return undefined;
  const mediaType = { schema: inputSchema(endpoint.body) };
  if (endpoint.bodyFormat === 'form') {
    const content = { 'application/x-www-form-urlencoded': mediaType, 'multipart/form-data': mediaType };
    return { required: false, content };
  }
  // A missing body is read as `{}`.
  const isOptional = endpoint.body.safeParse({}).success;
  return { required: !isOptional, content: { 'application/json': mediaType } };
}

/** Error answers by status; the components are named after their codes. */
function refusalsOf(endpoint: Endpoint): JsonObject {
  const codes = new Set<ProblemCode>([
    'invalid-request',
    'too-many-requests',
    'unexpected-error',
    'service-unavailable',
  ]);
  if (endpoint.role !== 'public') codes.add('not-signed-in');
  if (endpoint.role === 'admin') codes.add('not-allowed');
  if (endpoint.params) codes.add('not-found');
  if (endpoint.query) codes.add('address-too-long');
  if (endpoint.body || endpoint.file) codes.add('too-large').add('unsupported-type');
  for (const code of endpoint.problems ?? []) codes.add(code);
  const byStatus = Map.groupBy(codes, (code) => problemCodes[code].status);
  const answers = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, group]) => [String(status), { $ref: `#/components/responses/${group.join('.')}` }]);
  return Object.fromEntries(answers) as JsonObject;
}

const refusalOf = (codes: string): JsonObject => ({
  description: `code: ${codes.replaceAll('.', ', ')}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Public endpoints have an explicit empty list, so that none is open by omission. */
function securityOf({ role }: Endpoint): JsonObject[] {
  if (role === 'public') return [];
  return [role === 'service' ? { serviceToken: [] } : { accessToken: [] }];
}

function operationOf(endpoint: Endpoint, path: string, schemas: Schemas): JsonObject {
  const isAlias = path !== endpoint.path;
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: isAlias
      ? `${endpoint.id}At${path.replaceAll(/[^a-z]+([a-z])/gi, (_, letter: string) => letter.toUpperCase())}`
      : endpoint.id,
    tags: [endpoint.owner],
    summary: endpoint.summary,
    'x-role': endpoint.role,
    ...(endpoint.confirmsSession === undefined ? {} : { 'x-confirms-session': endpoint.confirmsSession }),
    ...(endpoint.right === undefined ? {} : { 'x-right': endpoint.right }),
    'x-contract-version': endpoint.version,
    security: securityOf(endpoint),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 303 ? 'The header Location names where to go.' : 'Done.',
        content: endpoint.contentType
          ? { [endpoint.contentType]: {} }
          : { 'application/json': { schema: schemas.schemaOf(endpoint.answer) } },
      },
      ...refusalsOf(endpoint),
    },
  };
}

/** The OpenAPI 3.1 document, sorted by path and method for stable diffs. */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemas = namedSchemas('draft-2020-12', plainSchema);
  schemas.schemaOf(z.object({ problem: problemSchema }));
  const rows = endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ endpoint, path })),
  );
  for (const { endpoint, path } of rows.toSorted((a, b) => a.path.localeCompare(b.path))) {
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, path, schemas) };
  }
  const refusals = new Set(JSON.stringify(paths).match(/(?<=#\/components\/responses\/)[^"]+/g));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kinmel',
      version: '1',
      description: 'Generated from packages/contracts by `npm run documents`; do not edit.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        serviceToken: { type: 'apiKey', in: 'header', name: 'X-Kinmel-Service-Token' },
      },
      schemas: schemas.components,
      responses: Object.fromEntries([...refusals].toSorted().map((codes) => [codes, refusalOf(codes)])),
    },
  };
}
