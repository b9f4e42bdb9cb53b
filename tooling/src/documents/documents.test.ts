import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Endpoint, type LifeStep, lives, ownedBy } from '@kinmel/contracts';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { z } from 'zod';
import { allEndpoints, allEvents, generatedDocuments } from './documents.ts';
import { openApiDocument } from './openapi.ts';

const repository = join(__dirname, '../../..');
let generated: Map<string, string>;
beforeAll(async () => {
  generated = await generatedDocuments(repository);
}, 60_000);

describe('generated documents', () => {
  it('are current (npm run documents)', async () => {
    const outdated = [];
    for (const [path, text] of generated)
      if ((await readFile(join(repository, path), 'utf8')) !== text) outdated.push(path);
    expect(outdated).toEqual([]);
  });

  it('contain every endpoint and event of the contracts', () => {
    expect(allEndpoints().map((endpoint) => endpoint.id)).toEqual(
      expect.arrayContaining(['listProducts', 'uploadImage', 'getPolicy']),
    );
    expect(allEvents().map((event) => event.type)).toEqual(
      expect.arrayContaining(['product.created', 'stock.changed']),
    );
  });

  it('draw life cycles whose steps name events and endpoints of the contracts', () => {
    const definedNames = new Set([
      ...allEndpoints().map(({ id }) => id),
      ...allEvents().map(({ type }) => type),
    ]);
    const usedNames = Object.values(lives).flatMap((life) => [
      life.event,
      ...(life.steps as readonly LifeStep[]).flatMap(({ event, endpoint }) => [event, endpoint]),
    ]);
    expect(usedNames.filter((name) => name !== undefined && !definedNames.has(name))).toEqual([]);
    expect(generated.get('docs/lives/order.md')).toContain(
      'shipped --> delivered: staff, order.status-changed',
    );
  });

  it('are valid OpenAPI 3.1', async () => {
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    const result = await new Validator().validate(JSON.parse(generated.get('docs/api/openapi.json') ?? ''));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('are valid AsyncAPI 3', () => {
    const schema = createRequire(__filename)('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object;
    const ajv = ajvFormats.default(new Ajv({ strict: false, allErrors: false, logger: false }));
    const isValid = ajv.compile(schema);
    expect(isValid(JSON.parse(generated.get('docs/events/asyncapi.json') ?? '')) || isValid.errors).toBe(
      true,
    );
  });

  it('describe queries with portable patterns, and bodies that are optional', () => {
    const document = JSON.parse(generated.get('docs/api/openapi.json') ?? '');
    const parameter = (path: string, name: string) =>
      document.paths[path].get.parameters.find((one: { name: string }) => one.name === name);
    expect(parameter('/api/products', 'page').schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
    });
    expect(parameter('/api/products', 'category')).toMatchObject({
      explode: false,
      schema: { type: 'array', items: { enum: expect.arrayContaining(['watch']) } },
    });
    expect(JSON.stringify(document)).not.toContain('\\\\p{');
    const replay = document.paths['/api/admin/services/order/parked-messages/replay'].post;
    expect(replay.requestBody.required).toBe(false);
    expect(document.paths['/api/auth/login'].post.requestBody.required).toBe(true);
    expect(document.paths['/api/products'].get.responses).toMatchObject({ 400: {}, 414: {} });
    expect(document.paths['/api/policy'].get.responses).not.toHaveProperty('414');
  });

  it('describe each record and each refusal once', () => {
    const { components } = JSON.parse(generated.get('docs/api/openapi.json') ?? '');
    expect(components.schemas.Order.properties.products.items).toEqual({
      $ref: '#/components/schemas/OrderLine',
    });
    expect(components.responses['invalid-request'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
  });

  const describedEndpoint = (more: Pick<Endpoint, 'role' | 'contentType'>) => {
    const endpoint = { summary: 'Closes.', answer: z.object({}), right: 'releases.change', ...more } as const;
    const { paths } = openApiDocument([ownedBy('catalog')('closeShop', 'GET /api/shop', endpoint)]) as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
    };
    return paths['/api/shop']?.get;
  };

  it.each([
    ['public', [], [400, 429, 500, 503]],
    ['admin', [{ accessToken: [] }], [400, 401, 403, 429, 500, 503]],
    ['service', [{ serviceToken: [] }], [400, 401, 429, 500, 503]],
  ] as const)('name the token that a %s endpoint needs, and its refusals', (role, security, refusals) => {
    const operation = describedEndpoint({ role });
    expect(operation).toMatchObject({ 'x-role': role, security });
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual([200, ...refusals]);
  });

  it('have the media type of an answer that is not JSON', () => {
    const { responses } = describedEndpoint({ role: 'public', contentType: 'text/csv' }) ?? {};
    expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(['text/csv']);
    expect(responses?.['400']).toEqual({ $ref: '#/components/responses/invalid-request' });
  });
});
