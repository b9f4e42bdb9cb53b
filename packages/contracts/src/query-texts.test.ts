import { z } from 'zod';
import { endpointsIn } from './endpoint.ts';
import * as contracts from './index.ts';

const endpoints = endpointsIn({ ...contracts });

/** The schema of each path and query parameter. */
const addressFields = endpoints.flatMap(({ id, query, params }) =>
  [query, params].flatMap((schema) => {
    if (schema === undefined) return [];
    if (!(schema instanceof z.ZodObject))
      throw new Error(`${id} has parameters that are not an object schema.`);
    return Object.entries(schema.shape).map(([name, field]) => [id, name, field as z.ZodType] as const);
  }),
);

const controls = ['\u0000', '\u0001', '\t', '\n', '\r', '\u001f', '\u007f', '\u0080', '\u009f'];
/** Valid values of the stricter schemas. */
const validTexts = ['phone', 'a'.repeat(24), 'a'.repeat(43), '2026-11-24', '1', 'id', 'smartphone', 'true'];

it('finds the endpoints of every service, of the gateway, and every search', () => {
  expect(new Set(endpoints.map(({ owner }) => owner)).size).toBe(8);
  expect(addressFields.filter(([, name]) => name === 'search').length).toBeGreaterThanOrEqual(9);
});

it.each(addressFields)('%s refuses control characters in its parameter %s', (_id, _name, field) => {
  for (const control of controls)
    for (const text of validTexts)
      for (const value of [
        `${text.slice(0, 2)}${control}${text.slice(2)}`,
        `${control}${text}`,
        `${text}${control}`,
      ])
        expect([value, field.safeParse(value).success]).toEqual([value, false]);
});
