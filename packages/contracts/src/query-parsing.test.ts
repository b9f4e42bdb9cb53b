import { z } from 'zod';
import * as contracts from './index.ts';
import { queryList } from './primitives.ts';

const queries = Object.values(contracts).flatMap((value) =>
  typeof value === 'object' && 'path' in value && value.query instanceof z.ZodObject
    ? [{ id: value.id, query: value.query }]
    : [],
);

// A check of a whole query runs although a part of it was refused, and must not take that part for what it is parsed to.
describe.each(queries)('the query of $id', ({ query }) => {
  it.each(Object.keys(query.shape))('is answered and not thrown at, whatever text stands in %s', (name) => {
    for (const text of ['', ',', '1', 'x', 'x,y', 'x'.repeat(5_000), 'id,'.repeat(1_000)]) {
      for (const kind of ['sell-request', 'phone-order', 'x'])
        expect(() => query.safeParse({ kind, [name]: text })).not.toThrow();
    }
  });
});

it('there are queries to look at', () => expect(queries.length).toBeGreaterThan(10));

describe('several values in one parameter', () => {
  const list = queryList(contracts.productCategorySchema, 3, { type: 'string' });

  it.each([
    ['laptop', ['laptop']],
    ['watch, Laptop', ['watch', 'laptop']],
    ['watch,laptop,watch', ['watch', 'laptop']],
  ])('are read from %j, each once', (text, values) => {
    expect(list.parse(text)).toEqual(values);
  });

  it.each(['', ',', ' ', 'laptop,', ',laptop', 'laptop,,watch', 'watch,watch,watch,watch', 'watch,x'])(
    'are refused in %j, as the document tells it: none is empty, and no more than it may hold are sent',
    (text) => {
      expect(list.safeParse(text).success).toBe(false);
    },
  );
});
