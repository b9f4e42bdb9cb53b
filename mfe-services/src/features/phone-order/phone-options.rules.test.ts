import {
  modelOptions,
  type PhoneVariant,
  phonesAnswer,
  unitPrice,
  variantOptions,
} from './phone-options.rules.ts';

const phone = (changes: Partial<PhoneVariant>): PhoneVariant => ({
  name: 'iPhone 15',
  price: 100_000,
  color: 'Black',
  storage: '128 GB',
  ...changes,
});
const phones = [
  phone({}),
  phone({ storage: '256 GB', price: 120_000 }),
  phone({ color: 'Blue', storage: '256 GB', price: 121_000 }),
  phone({ name: 'Pixel 9', color: '', storage: '', price: 90_000 }),
];

describe('the phones to order (SIL-41)', () => {
  it('are the models of the catalogue, or those that are repaired when it has none', () => {
    expect(modelOptions(phones)).toEqual(['iPhone 15', 'Pixel 9']);
    expect(modelOptions([])).toHaveLength(8);
  });

  it('have the colors and storages of their products, or those of the sell form when they name none', () => {
    expect(variantOptions(phones, 'iPhone 15', 'color')).toEqual(['Black', 'Blue']);
    expect(variantOptions(phones, 'iPhone 15', 'storage')).toEqual(['128 GB', '256 GB']);
    const repeatedPhones = [...phones, phone({ storage: '128GB' }), phone({ storage: '1 TB' })];
    expect(variantOptions(repeatedPhones, 'iPhone 15', 'storage')).toEqual(['1 TB', '128 GB', '256 GB']);
    expect(variantOptions(phones, 'Pixel 9', 'color')).toHaveLength(13);
    expect(variantOptions([], 'S25', 'storage')).toContain('1024 GB');
  });

  it('cost the price of the product of that color and storage, never of another (CONF-33)', () => {
    expect(unitPrice(phones, { model: 'Pixel 9', color: 'Red', storage: '64 GB' })).toBe(90_000);
    expect(unitPrice(phones, { model: 'iPhone 15', color: 'blue', storage: '256 GB' })).toBe(121_000);
    expect(unitPrice(phones, { model: 'iPhone 15', color: 'Blue', storage: '256GB' })).toBe(121_000);
    expect(unitPrice(phones, { model: 'iPhone 15', color: 'Blue', storage: '128 GB' })).toBeNull();
    expect(unitPrice(phones, { model: 'S25', color: '', storage: '' })).toBeNull();
    const [firstPhone] = phones;
    expect(
      unitPrice(firstPhone ? [firstPhone] : [], { model: 'iPhone 15', color: 'Black', storage: '1 TB' }),
    ).toBeNull();
    const incompletePhone = [phone({ color: '', price: 1 })];
    expect(unitPrice(incompletePhone, { model: 'iPhone 15', color: 'Red', storage: '128 GB' })).toBe(1);
    expect(
      unitPrice([...incompletePhone, phone({})], { model: 'iPhone 15', color: 'Black', storage: '128 GB' }),
    ).toBe(100_000);
  });

  it('are read from an answer, without products that lack name or price', () => {
    const data = [{ name: 'iPhone 15', price: 1, specs: { color: 'Black' } }, { name: 'x' }, null];
    expect(phonesAnswer.parse({ data, pagination: { totalPages: 3 } })).toEqual({
      data: [{ name: 'iPhone 15', price: 1, color: 'Black', storage: '' }],
      pagination: { totalPages: 3 },
    });
    for (const invalidAnswer of [undefined, {}, { data: {} }])
      expect(phonesAnswer.safeParse(invalidAnswer).success).toBe(false);
  });
});
