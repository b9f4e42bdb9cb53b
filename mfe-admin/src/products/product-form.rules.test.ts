import { anAdminProduct } from '../testing/products.ts';
import { furtherAddresses } from './image/form-pictures.rules.ts';
import {
  addTexts,
  checkForm,
  formOf,
  modalTexts,
  pageTexts,
  updateBody,
  wholeBody,
} from './product-form.rules.ts';

const product = anAdminProduct(1);
const form = formOf(product);
const positive = 'Price must be a positive number';
const oldPositive = 'Original price must be a positive number';
const higher = 'Original price must be higher than current price';

it.each([
  ['APROD-09', { name: ' ' }, modalTexts, { name: 'Product name is required' }],
  ['APROD-10', { description: '' }, modalTexts, { description: 'Description is required' }],
  ['APROD-11', { price: '0' }, modalTexts, { price: positive }],
  ['APROD-11', { price: '-5' }, modalTexts, { price: positive }],
  ['APROD-11', { price: 'free' }, modalTexts, { price: positive }],
  ['APROD-12', { oldPrice: '0' }, modalTexts, { oldPrice: oldPositive }],
  ['APROD-13', { oldPrice: '1000' }, modalTexts, { oldPrice: higher }],
  ['APROD-15', { category: 'tablets' }, modalTexts, { category: 'Invalid category selected' }],
  ['CONF-51', { oldPrice: '0' }, addTexts, { oldPrice: oldPositive }],
  ['CONF-51', { oldPrice: '100' }, addTexts, { oldPrice: higher }],
  ['AEDIT-04', { name: '' }, pageTexts, { name: 'Name is required' }],
  ['AEDIT-05', { description: '' }, pageTexts, { description: 'Description is required' }],
  ['AEDIT-06', { price: '0' }, pageTexts, { price: positive }],
  ['AEDIT-06', { price: 'abc' }, pageTexts, { price: positive }],
  ['SIL-66', { oldPrice: '900' }, pageTexts, { oldPrice: higher }],
])('%s: refuses %j', (_row, changes, texts, errors) => {
  const foundErrors = Object.entries(checkForm({ ...form, ...changes }, texts)).filter(([, error]) => error);
  expect(Object.fromEntries(foundErrors)).toEqual(errors);
});

const specs = { storage: '128 GB', color: 'Blue' };

it.each([
  [
    'no empty spec, and null for a removed old price (APROD-17, CONF-50)',
    { ...product, oldPrice: 1500, specs },
    { oldPrice: '', color: '' },
    { oldPrice: null, specs: { storage: '128 GB' } },
  ],
  [
    'a changed stock with the number that was shown (SIL-22)',
    product,
    { stock: '20' },
    { stock: 20, stockSeen: 12, version: product.version },
  ],
])('sends %s', (_, base, changes, sent) => {
  const body = updateBody({ ...formOf(base), ...changes }, base);
  expect(body).toMatchObject(sent);
  expect(Object.keys(body.specs)).toEqual(Object.keys('specs' in sent ? sent.specs : product.specs));
});

it('sends no stock and availability that could not be loaded', () => {
  const { stock: _stock, isAvailable: _isAvailable, ...base } = product;
  const body = updateBody({ ...formOf(base), name: 'Other' }, base);
  expect(body).toMatchObject({ name: 'Other' });
  expect(body).not.toHaveProperty('stock');
  expect(body).not.toHaveProperty('inStock');
});

it('sends further pictures only when changed', () => {
  const saved = { image: product.image, images: furtherAddresses(product) };
  expect(wholeBody(form, product, saved)).not.toHaveProperty('images');
  expect(wholeBody(form, product, { ...saved, images: ['/a.png'] })).toMatchObject({ images: ['/a.png'] });
});
