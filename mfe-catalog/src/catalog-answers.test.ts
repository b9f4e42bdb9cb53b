import { productAnswer, type SchemaOf } from '@kinmel/contracts/browser';
import { aPolicy, aProduct, productListAnswer } from '@kinmel/testing/page';
import {
  oneProductAnswer,
  productPageAnswer,
  promisesAnswer,
  rangeAnswer,
  suggestionsAnswer,
} from './catalog-answers.ts';

const parserOf =
  <Value>(schema: SchemaOf<Value>) =>
  (answer: unknown) =>
    schema.safeParse(answer).data;
const readProduct = parserOf(productAnswer);
const readOneProduct = parserOf(oneProductAnswer);
const readProductPage = parserOf(productPageAnswer);
const readPromises = parserOf(promisesAnswer);
const readRange = parserOf(rangeAnswer);
const readSuggestions = parserOf(suggestionsAnswer);

const product = aProduct();

describe('a product of an answer', () => {
  it('keeps every field (ENT-01, ENT-03, ENT-04)', () => {
    const specs = { ...product.specs, connectivity: '5G', features: 'IP68', sensors: 'Barometer' };
    const galaxy = aProduct({ category: 'galaxyproducts', specs });
    expect(readProduct(galaxy)).toEqual(galaxy);
  });

  it('uses _id as its id, and accepts its category in any case (ENT-02, ENT-09, CONF-35)', () => {
    const read = readProduct({ ...product, _id: 'a', id: undefined, category: 'Laptop' });
    expect(read).toMatchObject({ _id: 'a', id: 'a', category: 'laptop' });
  });

  it.each([
    ['no id', { ...product, _id: undefined, id: undefined }],
    ['no name', { ...product, name: undefined }],
    ['no price', { ...product, price: undefined }],
    ['a price that is no number', { ...product, price: '91500' }],
    ['an unknown category', { ...product, category: 'cars' }],
    ['nothing at all', null],
    ['a list', []],
  ])('is invalid with %s', (_what, value) => {
    expect(readProduct(value)).toBeUndefined();
  });

  it('may lack fields that a card does not need', () => {
    const { _id, name, price, category } = product;
    expect(readProduct({ _id, name, price, category })).toMatchObject({
      brand: '',
      oldPrice: null,
      inStock: true,
      pictures: [],
      specs: {},
    });
  });
});

describe('a list of products', () => {
  it.each([
    ['an array', [product]],
    ['{data}', { data: [product] }],
    ['{products}', { products: [product] }],
    ['{success, data}', { success: true, data: [product] }],
  ])('is read from %s (API-16, API-18, API-39, API-40, CONF-43)', (_shape, answer) => {
    expect(readProductPage(answer)).toMatchObject({ products: [product], total: 1, page: 1, totalPages: 1 });
  });

  it.each([[null], ['text'], [42], [{}], [{ data: 'x' }], [{ products: {} }]])(
    'is refused for %j (API-39, API-41)',
    (answer) => {
      expect(readProductPage(answer)).toBeUndefined();
    },
  );

  it('has the page and the facets of the server', () => {
    const answer = productListAnswer([product], { total: 240 });
    expect(readProductPage(answer)).toEqual({
      products: [product],
      total: 240,
      page: 1,
      totalPages: 3,
      facets: answer.facets,
    });
  });

  it('omits invalid products', () => {
    expect(readProductPage([product, null, { name: 'half' }])?.products).toEqual([product]);
  });
});

it('requires success and a data array for a range (API-19 to API-21)', () => {
  expect(readRange({ success: true, data: [product] })).toEqual({ products: [product], total: 1 });
  expect(readRange({ success: true, data: [product], total: 7 })).toEqual({ products: [product], total: 7 });
  expect(readRange({ success: true, data: [product], total: 0 })?.total).toBe(1);
  expect(readRange({ data: [product] })).toBeUndefined();
  expect(readRange({ success: true, data: {} })).toBeUndefined();
  expect(readRange([product])).toBeUndefined();
});

it('reads one product, wrapped or bare', () => {
  expect(readOneProduct({ success: true, data: product })).toEqual(product);
  expect(readOneProduct(product)).toEqual(product);
  expect(readOneProduct({ success: true, data: null })).toBeUndefined();
});

it('reads suggestions and omits unknown kinds', () => {
  const knownKinds = [
    { kind: 'query', text: 'galaxy s25' },
    {
      kind: 'product',
      id: product.id,
      text: 'Galaxy S25',
      category: 'galaxyproducts',
      price: 98_900,
      image: '/a',
    },
  ];
  expect(
    readSuggestions({ success: true, data: [...knownKinds, { kind: 'advert', text: 'x' }, null] }),
  ).toEqual(knownKinds);
  expect(readSuggestions('nonsense')).toBeUndefined();
});

it('reads the texts of the policy record only when complete', () => {
  expect(readPromises({ success: true, data: aPolicy() })).toEqual({
    returns: '30-day money-back guarantee',
    repair: '90-day repair warranty',
    shipping: 'Free shipping over NPR 200',
    support: '24/7 support',
    payments: 'Secure payments',
  });
  expect(readPromises({ success: true, data: { ...aPolicy(), returns: {} } })).toBeUndefined();
  expect(readPromises([])).toBeUndefined();
});
