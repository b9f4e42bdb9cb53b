import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineEndpoint } from '@kinmel/contracts';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { z } from 'zod';
import { allEndpoints, allEvents, generatedDocuments } from './documents.ts';
import { openApiDocument } from './openapi.ts';

const repository = join(__dirname, '../../..');
const generated = generatedDocuments(repository);

describe('generated documents', () => {
  it.each([...generated.keys()])('%s is current (npm run documents)', async (path) => {
    expect(await readFile(join(repository, path), 'utf8')).toBe(generated.get(path));
  });

  it('hold every endpoint and every event of the contracts', () => {
    expect(allEndpoints().map((endpoint) => endpoint.id)).toEqual(
      expect.arrayContaining(['listProducts', 'uploadImage', 'getPolicy']),
    );
    expect(allEvents().map((event) => event.type)).toEqual(
      expect.arrayContaining(['product.created', 'stock.changed']),
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

  it('tell bounds of numbers, values of lists, bodies that may be missing, and no pattern that only some programs read', () => {
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
    expect(parameter('/api/products/category/{category}', 'category').schema.enum).toContain('watch');
    expect(JSON.stringify(document)).not.toContain('\\\\p{');
    const replay = document.paths['/api/admin/services/order/parked-messages/replay'].post;
    expect(replay.requestBody.required).toBe(false);
    expect(document.paths['/api/auth/login'].post.requestBody.required).toBe(true);
    for (const operation of ['get', 'post'])
      expect(document.paths['/api/payment/checkout-session'][operation].responses).toHaveProperty('404');
  });

  it('name every refusal that a query can meet, an address that is too long among them', () => {
    const { paths } = JSON.parse(generated.get('docs/api/openapi.json') ?? '');
    expect(paths['/api/products'].get.responses).toMatchObject({ 400: {}, 414: {} });
    expect(paths['/api/policy'].get.responses).not.toHaveProperty('414');
  });

  it('name the role of an endpoint and demand a token for anything but public', () => {
    const endpoint = defineEndpoint({
      id: 'closeShop',
      owner: 'catalog',
      version: 1,
      method: 'POST',
      path: '/api/shop/close',
      role: 'admin',
      summary: 'Closes.',
      status: 200,
      answer: z.object({}),
    });
    const document = openApiDocument([endpoint]) as { paths: Record<string, { post: object }> };
    expect(document.paths['/api/shop/close']?.post).toMatchObject({
      'x-role': 'admin',
      security: [{ accessToken: [] }],
      responses: { 401: expect.anything(), 403: expect.anything() },
    });
  });

  it('say of each operation what it needs, also that it needs nothing', () => {
    const { paths } = JSON.parse(generated.get('docs/api/openapi.json') ?? '');
    expect(paths['/api/products'].get.security).toEqual([]);
    expect(paths['/api/products'].post.security).toEqual([{ accessToken: [] }]);
    const internal = Object.keys(paths).filter((path) => path.startsWith('/internal/'));
    expect(internal.length).toBeGreaterThan(0);
    const needs = internal.flatMap((path) =>
      Object.values<{ 'x-role': string; security: unknown }>(paths[path]).filter(
        (operation) => operation['x-role'] === 'service',
      ),
    );
    for (const { security } of needs) expect(security).toEqual([{ serviceToken: [] }]);
  });

  it('name the media type of an answer that is not JSON', () => {
    const endpoint = defineEndpoint({
      id: 'printShop',
      owner: 'catalog',
      version: 1,
      method: 'GET',
      path: '/api/shop/print',
      role: 'public',
      summary: 'Prints.',
      contentType: 'text/csv',
      status: 200,
      answer: z.unknown(),
    });
    const document = openApiDocument([endpoint]) as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
    };
    const responses = document.paths['/api/shop/print']?.get.responses;
    expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(['text/csv']);
    expect(Object.keys(responses?.['400']?.content ?? {})).toEqual(['application/json']);
  });
});
