import { type ProductCopy, priceOfModel } from './product-copy.rules.ts';

const copy = (overrides: Partial<ProductCopy> = {}): ProductCopy => ({
  productId: 'a'.repeat(24),
  version: 1,
  name: 'iPhone 15 Pro',
  priceInMinorUnits: 15_000_000,
  currency: 'NPR',
  color: 'Black',
  storage: '256 GB',
  ...overrides,
});
const variant = { color: 'Black', storage: '256 GB' };

describe('the price of a model (SR-P2, CONF-33)', () => {
  it('is that of the product of that color and storage, ignoring case', () => {
    expect(priceOfModel([copy()], { color: 'black', storage: '256 gb' })).toBe(15_000_000);
    const copies = [copy(), copy({ storage: '512 GB', priceInMinorUnits: 18_000_000 })];
    expect(priceOfModel(copies, { ...variant, storage: '512 GB' })).toBe(18_000_000);
  });

  it.each([
    ['128 GB', '128GB'],
    ['128GB', '128'],
    ['1 TB', '1024 GB'],
    ['1TB', '1024'],
    ['१२८ GB', '128\u00a0gb'],
  ])('compares storages as quantities: %s and %s', (storage, typedStorage) => {
    expect(priceOfModel([copy({ storage })], { ...variant, storage: typedStorage })).toBe(15_000_000);
    expect(priceOfModel([copy({ storage })], { ...variant, storage: '64 GB' })).toBeNull();
  });

  it('is never that of another storage or color, even of the only product of the model', () => {
    for (const copies of [[copy()], [copy(), copy({ storage: '512 GB' })]]) {
      expect(priceOfModel(copies, { ...variant, storage: '1 TB' })).toBeNull();
      expect(priceOfModel(copies, { ...variant, color: 'Red' })).toBeNull();
    }
    expect(priceOfModel([], variant)).toBeNull();
  });

  it('is that of a product without color or storage, where no other matches', () => {
    const productOfAnyVariant = copy({ color: '', storage: '', priceInMinorUnits: 14_000_000 });
    expect(priceOfModel([productOfAnyVariant], { color: 'Red', storage: '64 GB' })).toBe(14_000_000);
    expect(priceOfModel([productOfAnyVariant, copy()], variant)).toBe(15_000_000);
    expect(priceOfModel([copy({ color: '' })], { ...variant, storage: '1 TB' })).toBeNull();
  });

  it('is unknown where equally matching products have different prices', () => {
    expect(priceOfModel([copy(), copy({ priceInMinorUnits: 1 })], variant)).toBeNull();
  });
});
