import { aProduct } from '@kinmel/testing/page';
import { isValidId, keyFacts, readOpening, shortFact } from './product-details.rules.ts';

const product = aProduct();
const address = (query: string) => new URLSearchParams(query);

describe('what the page is opened with (CONF-65)', () => {
  it('is the state for its own id, otherwise only the id', () => {
    expect(readOpening({ product }, address(`id=${product.id}`))).toMatchObject({ id: product.id, product });
    expect(readOpening({ product }, address(`id=${'f'.repeat(24)}`))).toEqual({
      id: 'f'.repeat(24),
      product: undefined,
      offer: undefined,
    });
    expect(readOpening({ product }, address(''))).toMatchObject({ id: product.id, product });
  });

  it.each([
    null,
    undefined,
    'text',
    7,
    { product: null },
    { product: { price: 1 } },
    { offer: { title: 3 } },
  ])('is nothing for the state %j', (state) => {
    expect(readOpening(state, address(''))).toEqual({ id: undefined, product: undefined, offer: undefined });
  });

  it('requests only valid ids', () => {
    expect(isValidId(product.id)).toBe(true);
    expect(isValidId('fixed-91500')).toBe(false);
    expect(isValidId("'; drop")).toBe(false);
    expect(isValidId(undefined)).toBe(false);
  });
});

describe('the key facts', () => {
  it('are the first four that the product has, without its color', () => {
    const specs = {
      storage: '128 GB',
      battery: '3,095 mAh',
      features: 'IP68',
      sensors: 'GPS',
      color: 'Blue',
    };
    expect(keyFacts(specs).map(({ label }) => label)).toEqual(['Storage', 'Battery', 'Features', 'Sensors']);
    expect(keyFacts({ color: 'Blue' })).toEqual([]);
  });

  it.each([
    ['Noise cancelling, LDAC', 'Noise cancelling, LDAC'],
    ['6.9 inch AMOLED, 3120 x 1440, 1 to 120 Hz', '6.9\u00a0inch AMOLED'],
    ['Up to 22 hours of video; 89% capacity left', 'Up to 22\u00a0hours of video'],
    ['A very long word that has no comma at all in it', 'A very long word that has no comma at all in it'],
  ])('are short: %s', (text, short) => {
    expect(shortFact(text)).toBe(short);
  });

  it('keep a number and its unit on one line', () => {
    expect(shortFact('5000 mAh, 45 W charging')).toBe('5000\u00a0mAh, 45\u00a0W charging');
  });
});
