import { aProduct } from '../testing/product-builder.ts';
import { answeredFields, storedFields, storedNames } from './product-fields.rules.ts';

const product = aProduct({
  priceInMinorUnits: 9_150_050,
  oldPriceInMinorUnits: null,
  specs: { color: 'Mint' },
});

describe('the fields of a product', () => {
  it('are stored and answered unchanged, prices as integers in between (AAPI-28, CONF-01)', () => {
    const answered = answeredFields(product);
    expect(answered).toMatchObject({
      name: product.name,
      price: 91_500.5,
      oldPrice: null,
      specs: { color: 'Mint' },
    });
    const stored = storedFields(answered);
    expect(Object.keys(stored).sort()).toEqual([...storedNames].sort());
    const definedFields = Object.entries(stored).filter(([, value]) => value !== undefined);
    expect(product).toMatchObject(Object.fromEntries(definedFields));
  });

  it('are empty texts in answers about a product saved before the text was added', () => {
    const { brand: _brand, ...saved } = product;
    expect(answeredFields(saved as typeof product).brand).toBe('');
  });

  it('stay when absent, and an old price can be removed (AAPI-30, CONF-50)', () => {
    expect(JSON.stringify(storedFields({ name: 'Pixel 11' }))).toBe('{"name":"Pixel 11"}');
    expect(storedFields({ oldPrice: null }).oldPriceInMinorUnits).toBeNull();
  });
});
