import { aProduct } from '../testing/product-builder.ts';
import { changeProduct, createProduct, initialStock, removeProduct } from './product.rules.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const { id, createdAt: _c, updatedAt: _u, version: _v, ...fields } = aProduct();

describe('an old price (CAT-C1)', () => {
  it('is refused unless it is higher, also after a change of the price alone (APROD-16)', () => {
    const message = 'Original price must be higher than current price';
    for (const oldPriceInMinorUnits of [100, 99])
      expect(() =>
        createProduct(id, { ...fields, priceInMinorUnits: 100, oldPriceInMinorUnits }, now),
      ).toThrow(message);
    const product = aProduct({ priceInMinorUnits: 100, oldPriceInMinorUnits: 150 });
    expect(() => changeProduct(product, { priceInMinorUnits: 150 }, now)).toThrow(message);
  });

  it.each([
    [null, null],
    [undefined, aProduct().oldPriceInMinorUnits],
  ])('is removed by null and stays when absent: %p (CONF-50)', (oldPriceInMinorUnits, expected) => {
    const { product } = changeProduct(aProduct(), { name: 'Pixel 10a', oldPriceInMinorUnits }, now);
    expect(product.oldPriceInMinorUnits).toBe(expected);
  });
});

describe('specs (CAT-C2)', () => {
  it('that are empty are dropped (ENT-08)', () => {
    const { product } = createProduct(id, { ...fields, specs: { storage: '', color: 'Red' } }, now);
    expect(product.specs).toEqual({ color: 'Red' });
  });

  it('of an edit replace the previous ones', () => {
    const { product } = changeProduct(aProduct(), { specs: { battery: '4970 mAh' } }, now);
    expect(product.specs).toEqual({ battery: '4970 mAh' });
  });
});

describe('the version (CAT-C3)', () => {
  it('starts at 1 and increases with every change', () => {
    const created = createProduct(id, fields, now).product;
    expect(created.version).toBe(1);
    expect(changeProduct(created, { name: 'Another' }, now).product.version).toBe(2);
  });

  it('refuses a change of an older version, with the current version (C-14)', () => {
    const product = aProduct({ version: 7 });
    expect(() => changeProduct(product, { name: 'Another' }, now, { version: 6 })).toThrow(
      expect.objectContaining({ code: 'version-conflict', details: [{ path: 'version', message: '7' }] }),
    );
  });

  it('stays without a change, without an event', () => {
    const product = aProduct();
    const decision = changeProduct(product, { name: product.name, specs: { ...product.specs } }, now);
    expect(decision).toEqual({ product, events: [] });
  });

  it('stays when an unset field is cleared', () => {
    const { oldPriceInMinorUnits: _old, ...others } = aProduct();
    const before = { ...others } as ReturnType<typeof aProduct>;
    expect(changeProduct(before, { oldPriceInMinorUnits: null }, now)).toEqual({
      product: before,
      events: [],
    });
  });

  it('keeps the creation time and updates the time of change', () => {
    const before = aProduct();
    const { product } = changeProduct(before, { name: 'Another' }, now);
    expect(product).toMatchObject({ createdAt: before.createdAt, updatedAt: now });
  });
});

describe('stock that an admin enters (CAT-C16)', () => {
  const stocked = aProduct({ stock: 93, version: 9, editedVersion: 4, stockAtVersion: 100 });
  const stockAfterEdit = (stock: number, readState: Parameters<typeof changeProduct>[3]) => () =>
    changeProduct(stocked, { stock }, now, readState).product.stock;

  it.each([
    ['the number that was read', 100, 100, 93],
    ['more', 120, 100, 113],
    ['fewer', 60, 100, 53],
    ['fewer than were sold meanwhile', 2, 100, 0],
    ['the current number by chance', 93, 100, 86],
  ])(
    '%s, as a difference: sales in between survive, and it is never below zero',
    (_, enteredStock, readStock, expectedStock) => {
      expect(stockAfterEdit(enteredStock, { version: 4, stock: readStock })()).toBe(expectedStock);
    },
  );

  it('is not stale after sales, but after a change by another admin', () => {
    for (const version of [4, 5, 9]) expect(stockAfterEdit(100, { version, stock: 100 })).not.toThrow();
    for (const version of [1, 3, 10])
      expect(stockAfterEdit(100, { version, stock: 100 })).toThrow(
        expect.objectContaining({ code: 'version-conflict' }),
      );
  });

  it('without the stock that was read is refused when it changed since that version', () => {
    const conflict = expect.objectContaining({ code: 'version-conflict' });
    expect(stockAfterEdit(100, { version: 9 })).toThrow(conflict);
    expect(stockAfterEdit(100, { version: 5 })).toThrow(conflict);
    expect(stockAfterEdit(93, { version: 9 })()).toBe(93);
    const unsold = { ...stocked, stockAtVersion: 93 };
    expect(changeProduct(unsold, { stock: 100 }, now, { version: 9 }).product.stock).toBe(100);
    // Without version and read stock the number is absolute.
    expect(stockAfterEdit(100, {})()).toBe(100);
  });

  it('is stored with its version', () => {
    const { product } = changeProduct(stocked, { stock: 120 }, now, { version: 9, stock: 93 });
    expect(product).toMatchObject({ stock: 120, version: 10, editedVersion: 10, stockAtVersion: 120 });
  });
});

describe('events', () => {
  it('announce a product without its stock (SIL-22)', () => {
    const [event] = createProduct(id, fields, now).events;
    expect(event?.definition.type).toBe('product.created');
    expect(event?.data).not.toHaveProperty('stock');
    expect(event?.data).toMatchObject({ productId: id, inStock: true, priceInMinorUnits: 11_490_000 });
  });

  it('announce stock when an edit changes what shoppers see (CAT-C5)', () => {
    const { events } = changeProduct(aProduct({ stock: 11 }), { stock: 3 }, now);
    expect(events.map(({ definition }) => definition.type)).toEqual(['product.updated', 'stock.changed']);
    expect(events[1]?.data).toEqual({ productId: aProduct().id, inStock: true, lowStockCount: 3 });
  });

  it('do not announce stock that stays plentiful (CAT-C5)', () => {
    const { events } = changeProduct(aProduct({ stock: 50 }), { stock: 40 }, now);
    expect(events.map(({ definition }) => definition.type)).toEqual(['product.updated']);
  });

  it('announce a deletion (CAT-C13)', () => {
    const { product, events } = removeProduct(aProduct({ version: 4 }), now);
    expect(product.version).toBe(5);
    expect(events).toEqual([
      { definition: expect.objectContaining({ type: 'product.deleted' }), data: { productId: product.id } },
    ]);
  });
});

describe('the initial stock (CAT-C14)', () => {
  it.each([
    [undefined, true, 1],
    [undefined, false, 0],
    [0, true, 0],
    [12, false, 12],
  ])('given %s and in stock %s is %s', (given, isAvailable, expected) => {
    expect(initialStock(given, isAvailable)).toBe(expected);
  });
});
