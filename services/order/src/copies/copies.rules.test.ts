import fc from 'fast-check';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import {
  followProduct,
  isInStock,
  type ProductCopy,
  type ProductEvent,
  unknownProduct,
} from './copies.rules.ts';

const snapshot = (version: number, overrides = {}): ProductEvent => ({
  kind: 'snapshot',
  version,
  product: aSnapshot(overrides),
});
const deleted = (version: number): ProductEvent => ({ kind: 'deleted', version, productId });
const stock = (version: number, lowStockCount: number | null = null, inStock = true): ProductEvent => ({
  kind: 'stock',
  version,
  productId,
  inStock,
  lowStockCount,
});

const copyAfter = (...events: ProductEvent[]): ProductCopy =>
  events.reduce<ProductCopy>((copy, event) => followProduct(copy, event) ?? copy, unknownProduct(productId));

// A possible history of catalog: at most one event of each kind per version.
const history = fc
  .uniqueArray(
    fc.record({
      version: fc.integer({ min: 1, max: 8 }),
      kind: fc.constantFrom('snapshot', 'deleted', 'stock'),
    }),
    {
      selector: ({ version, kind }) => `${version} ${kind === 'stock' ? 'stock' : 'details'}`,
      maxLength: 12,
    },
  )
  .map((entries) =>
    entries.map(({ version, kind }): ProductEvent => {
      if (kind === 'deleted') return deleted(version);
      if (kind === 'stock') return stock(version, version <= 5 ? version : null, version !== 7);
      return snapshot(version, { priceInMinorUnits: version * 100, inStock: version % 2 === 0 });
    }),
  );

describe('a product copy', () => {
  it('does not depend on the order or repetition of events (ORD-C1, I-9)', () => {
    fc.assert(
      fc.property(
        history.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          ),
        ),
        ([events, shuffled]) => {
          expect(copyAfter(...shuffled)).toEqual(copyAfter(...events));
        },
      ),
    );
  });

  it('ignores older and repeated events (ORD-C2)', () => {
    const copy = copyAfter(snapshot(3, { priceInMinorUnits: 300 }), stock(3));
    for (const event of [
      snapshot(3, { priceInMinorUnits: 1 }),
      snapshot(2),
      deleted(2),
      stock(3, 1),
      stock(1),
    ]) {
      expect(followProduct(copy, event)).toBeUndefined();
    }
  });

  it('decides its availability by the newer of snapshot and stock event (ORD-C3)', () => {
    expect(isInStock(copyAfter(snapshot(4, { inStock: true }), stock(5, null, false)))).toBe(false);
    expect(isInStock(copyAfter(snapshot(6, { inStock: true }), stock(5, null, false)))).toBe(true);
    expect(isInStock(copyAfter(snapshot(5, { inStock: true }), stock(5, null, false)))).toBe(false);
  });

  it('keeps the count of the last pieces through a price change', () => {
    expect(copyAfter(stock(4, 3), snapshot(5)).stock?.lowStockCount).toBe(3);
  });

  it('stays deleted after a late older event (ORD-C5)', () => {
    expect(copyAfter(deleted(5), snapshot(4), stock(6)).snapshot).toEqual({ version: 5, product: null });
  });

  it('is restored by an event newer than its deletion (ORD-C5)', () => {
    expect(copyAfter(snapshot(6), deleted(5)).snapshot).toMatchObject({ version: 6, product: aSnapshot() });
    expect(copyAfter(deleted(5), snapshot(6)).snapshot).toMatchObject({ version: 6, product: aSnapshot() });
  });
});
