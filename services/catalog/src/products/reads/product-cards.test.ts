import { aProduct, idNumber } from '../../testing/product-builder.ts';
import type { ProductState } from '../product.rules.ts';
import { createProductCards } from './product-cards.ts';

const [firstId, secondId, thirdId] = [idNumber(1), idNumber(2), idNumber(3)];

/** An in-memory store that counts calls, and an index with the given versions. */
function setUp(maxBytes?: number) {
  const storedProducts = new Map<string, ProductState>();
  const indexedVersions = new Map<string, number>();
  const reads: string[][] = [];
  let pendingAnswer = Promise.resolve();
  const put = (fields: Partial<ProductState> & { id: string }) => {
    const product = aProduct(fields);
    storedProducts.set(product.id, product);
    indexedVersions.set(product.id, product.version);
  };
  for (const id of [firstId, secondId, thirdId]) put({ id, name: `Phone ${id.slice(-1)}` });
  const cards = createProductCards({
    products: {
      async findMany(ids) {
        reads.push([...ids]);
        const states = ids.flatMap((id) => storedProducts.get(id) ?? []);
        await pendingAnswer;
        return states;
      },
    },
    versionOf: (id) => indexedVersions.get(id) ?? 0,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  const names = async (...ids: string[]) =>
    (await cards.of(ids)).map((json) => JSON.parse(json.toString()).name);
  const delayAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    pendingAnswer = promise;
    return resolve;
  };
  return { cards, names, reads, storedProducts, indexedVersions, put, delayAnswers };
}

describe('product cards', () => {
  it('are read once, in one call for all missing ones, and keep the given order', async () => {
    const { names, reads } = setUp();
    expect(await names(firstId, secondId)).toEqual(['Phone 1', 'Phone 2']);
    expect(await names(thirdId, secondId, firstId)).toEqual(['Phone 3', 'Phone 2', 'Phone 1']);
    expect(await names(secondId, thirdId)).toEqual(['Phone 2', 'Phone 3']);
    expect(reads).toEqual([[firstId, secondId], [thirdId]]);
  });

  it('are read again when the index knows another version or a deletion', async () => {
    const { names, put, storedProducts, indexedVersions } = setUp();
    await names(firstId, secondId);
    put({ id: firstId, name: 'Renamed', version: 2 });
    expect(await names(firstId, secondId)).toEqual(['Renamed', 'Phone 2']);
    storedProducts.delete(secondId);
    indexedVersions.set(secondId, 2);
    expect(await names(firstId, secondId)).toEqual(['Renamed']);
    indexedVersions.delete(secondId);
    expect(await names(firstId, secondId)).toEqual(['Renamed']);
  });

  it('that are read while their product changes are not cached', async () => {
    const { cards, names, storedProducts, delayAnswers } = setUp();
    const releaseAnswer = delayAnswers();
    const earlyNames = names(firstId);
    storedProducts.set(firstId, aProduct({ id: firstId, name: 'Sold out' }));
    cards.forget([firstId]);
    releaseAnswer();
    expect(await earlyNames).toEqual(['Phone 1']);
    expect(await names(firstId)).toEqual(['Sold out']);
  });

  it('are evicted least recently used first', async () => {
    const { names, reads } = setUp(1_600);
    await names(firstId);
    await names(secondId);
    await names(firstId);
    await names(thirdId);
    reads.length = 0;
    await names(thirdId, firstId);
    expect(reads).toEqual([]);
    await names(secondId);
    expect(reads).toEqual([[secondId]]);
  });

  it('can be cleared', async () => {
    const { cards, names, reads } = setUp();
    await names(firstId, secondId);
    cards.clear();
    await names(firstId, secondId);
    expect(reads).toHaveLength(2);
  });
});
