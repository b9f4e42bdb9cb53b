import { z } from 'zod';
import * as contracts from './index.ts';
import { queryList } from './primitives.ts';

const queries = Object.values(contracts).flatMap((value) =>
  typeof value === 'object' && 'path' in value && value.query instanceof z.ZodObject
    ? [{ id: value.id, query: value.query }]
    : [],
);

// A refinement of a whole query runs even after one field was refused, and must handle the unparsed value.
describe.each(queries)('the query of $id', ({ query }) => {
  it.each(Object.keys(query.shape))('is parsed without an exception for any text in %s', (name) => {
    for (const text of ['', ',', '1', 'x', 'x,y', 'x'.repeat(5_000), 'id,'.repeat(1_000)]) {
      for (const kind of ['sell-request', 'phone-order', 'x'])
        expect(() => query.safeParse({ kind, [name]: text })).not.toThrow();
    }
  });
});

it('finds the queries of the contracts', () => expect(queries.length).toBeGreaterThan(10));

describe('comma-separated values', () => {
  const list = queryList(contracts.productCategorySchema, 3, { type: 'string' });

  it.each([
    ['laptop', ['laptop']],
    ['watch, Laptop', ['watch', 'laptop']],
    ['watch,laptop,watch', ['watch', 'laptop']],
  ])('are read from %j, each once', (text, values) => {
    expect(list.parse(text)).toEqual(values);
  });

  it.each(['', ',', ' ', 'laptop,', ',laptop', 'laptop,,watch', 'watch,watch,watch,watch', 'watch,x'])(
    'are refused in %j: an empty or unknown value, or too many values',
    (text) => {
      expect(list.safeParse(text).success).toBe(false);
    },
  );
});
