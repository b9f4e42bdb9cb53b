import { aProduct, idNumber } from '../../testing/product-builder.ts';
import type { ProductState } from '../product.rules.ts';
import { createProductCards } from './product-cards.ts';

const [one, two, three] = [idNumber(1), idNumber(2), idNumber(3)];

/** An in-memory store that counts calls, and an index with the given versions. */
function setUp(maxBytes?: number) {
  const shop = new Map<string, ProductState>();
  const heard = new Map<string, number>();
  const asked: string[][] = [];
  let answering = Promise.resolve();
  const put = (fields: Partial<ProductState> & { id: string }) => {
    const product = aProduct(fields);
    shop.set(product.id, product);
    heard.set(product.id, product.version);
  };
  for (const id of [one, two, three]) put({ id, name: `Phone ${id.slice(-1)}` });
  const cards = createProductCards({
    products: {
      async findMany(ids) {
        asked.push([...ids]);
        const states = ids.flatMap((id) => shop.get(id) ?? []);
        await answering;
        return states;
      },
    },
    versionOf: (id) => heard.get(id) ?? 0,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  const names = async (...ids: string[]) =>
    (await cards.of(ids)).map((json) => JSON.parse(json.toString()).name);
  const slowly = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answering = promise;
    return resolve;
  };
  return { cards, names, asked, shop, heard, put, slowly };
}

describe('product cards', () => {
  it('are read once, in one call for all missing ones, and keep the given order', async () => {
    const { names, asked } = setUp();
    expect(await names(one, two)).toEqual(['Phone 1', 'Phone 2']);
    expect(await names(three, two, one)).toEqual(['Phone 3', 'Phone 2', 'Phone 1']);
    expect(await names(two, three)).toEqual(['Phone 2', 'Phone 3']);
    expect(asked).toEqual([[one, two], [three]]);
  });

  it('are read again when the index knows another version or a deletion', async () => {
    const { names, put, shop, heard } = setUp();
    await names(one, two);
    put({ id: one, name: 'Renamed', version: 2 });
    expect(await names(one, two)).toEqual(['Renamed', 'Phone 2']);
    shop.delete(two);
    heard.set(two, 2);
    expect(await names(one, two)).toEqual(['Renamed']);
    heard.delete(two);
    expect(await names(one, two)).toEqual(['Renamed']);
  });

  it('that are read while their product changes are not cached', async () => {
    const { cards, names, shop, slowly } = setUp();
    const answer = slowly();
    const early = names(one);
    shop.set(one, aProduct({ id: one, name: 'Sold out' }));
    cards.forget([one]);
    answer();
    expect(await early).toEqual(['Phone 1']);
    expect(await names(one)).toEqual(['Sold out']);
  });

  it('are evicted least recently used first', async () => {
    const { names, asked } = setUp(1_600);
    await names(one);
    await names(two);
    await names(one);
    await names(three);
    asked.length = 0;
    await names(three, one);
    expect(asked).toEqual([]);
    await names(two);
    expect(asked).toEqual([[two]]);
  });

  it('can be cleared', async () => {
    const { cards, names, asked } = setUp();
    await names(one, two);
    cards.clear();
    await names(one, two);
    expect(asked).toHaveLength(2);
  });
});
