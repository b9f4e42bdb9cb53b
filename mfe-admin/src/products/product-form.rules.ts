import type { ProductSpecs } from '@kinmel/contracts';
import {
  numberQuestion,
  type ProductSpecName,
  type ProductTextName,
  productCategories,
  productSpecNames,
  productSpecs,
  productTextEntries,
  typedAmount,
  typedNumber,
} from '@kinmel/contracts/browser';
import { type FormPicture, furtherAddresses, pictureOf } from './image/form-pictures.rules.ts';
import type { ListedProduct } from './product-answers.rules.ts';

export const categoryLabels: Readonly<Record<(typeof productCategories)[number], string>> = {
  smartphone: 'Smartphone',
  laptop: 'Laptop',
  watch: 'Watch',
  earphones: 'Earphones',
  premiumsmartphones: 'Premium smartphones',
  galaxyproducts: 'Galaxy products',
};

type TextField = ProductTextName | 'price' | 'oldPrice' | 'category' | 'stock' | ProductSpecName;
type SwitchField = 'featured' | 'inStock';

export type ProductField = TextField | SwitchField;

/** The form as typed: numbers are texts. */
export type ProductForm = Readonly<Record<TextField, string> & Record<SwitchField, boolean>>;

export interface PictureFields {
  readonly source: 'url' | 'upload';
  /** Address of the main picture, for the source `url`. */
  readonly image: string;
  /** The main picture, for the source `upload`. */
  readonly file: File | undefined;
  /** The pictures other than the main one. */
  readonly pictures: readonly FormPicture[];
}

export type ProductFields = ProductForm & PictureFields & Readonly<Record<string, unknown>>;

export type ProductErrors = Readonly<
  Partial<Record<keyof ProductForm | keyof PictureFields, string | undefined>>
>;

// `Object.fromEntries` loses the key type.
const textLabels = Object.fromEntries(productTextEntries.map(([name, { label }]) => [name, label])) as Record<
  ProductTextName,
  string
>;

export const fieldLabels: Readonly<Record<ProductField, string>> = {
  ...textLabels,
  price: 'Price',
  oldPrice: 'Old price',
  category: 'Category',
  stock: 'Pieces',
  featured: 'Featured',
  inStock: 'In stock',
  ...productSpecs,
};

export const emptyForm = {
  ...Object.fromEntries(Object.keys(fieldLabels).map((field) => [field, ''])),
  featured: false,
  inStock: true,
} as ProductForm;

/** The stock is empty when only the public list was answered. */
export function formOf(product: ListedProduct): ProductForm {
  const specs = Object.fromEntries(productSpecNames.map((name) => [name, product.specs[name] ?? '']));
  const texts = Object.fromEntries(productTextEntries.map(([name]) => [name, product[name] ?? '']));
  return {
    ...emptyForm,
    ...specs,
    ...texts,
    price: String(product.price),
    oldPrice: product.oldPrice === null ? '' : String(product.oldPrice),
    category: product.category,
    stock: product.stock === undefined ? '' : String(product.stock),
    featured: product.featured,
    inStock: product.isAvailable ?? product.inStock,
  };
}

export const emptyFields: ProductFields = {
  ...emptyForm,
  source: 'upload',
  image: '',
  file: undefined,
  pictures: [],
};

export const pictureFields = ['source', 'image', 'file', 'pictures'] as const;

export const fieldsOf = (product: ListedProduct): ProductFields => ({
  ...formOf(product),
  source: 'url',
  image: product.image,
  file: undefined,
  pictures: furtherAddresses(product).map(pictureOf),
});

/** Error texts that differ between the forms; `invalid` is shown as a toast after a failed check. */
export type ProductTexts = Readonly<Record<'name' | 'description' | 'price' | 'invalid', string>>;

export const addTexts: ProductTexts = {
  name: 'Product name is required',
  description: 'Description is required',
  price: 'Valid price is required',
  invalid: 'Please fix the errors above',
};

export const modalTexts: ProductTexts = {
  ...addTexts,
  price: 'Price must be a positive number',
  invalid: 'Please fix the validation errors before saving',
};

export const pageTexts: ProductTexts = { ...modalTexts, name: 'Name is required' };

function priceError(text: string, errorText: string): string | undefined {
  if (typedAmount(text) > 0) return undefined;
  const value = typedNumber(text, 'NPR');
  if (value > 0 && value < 1e9) return 'At most two decimals.';
  return numberQuestion(text, 'NPR') ?? errorText;
}

function oldPriceError({ price, oldPrice }: ProductForm): string | undefined {
  if (oldPrice.trim() === '') return undefined;
  const error = priceError(oldPrice, 'Original price must be a positive number');
  if (error) return error;
  return typedAmount(oldPrice) <= typedAmount(price)
    ? 'Original price must be higher than current price'
    : undefined;
}

function categoryError(category: string): string | undefined {
  if (category === '') return 'Category is required';
  return productCategories.some((one) => one === category) ? undefined : 'Invalid category selected';
}

function stockError(stock: string, isNeeded: boolean): string | undefined {
  if (stock.trim() === '') return isNeeded ? 'Enter the number of pieces' : undefined;
  const pieces = typedNumber(stock);
  return Number.isInteger(pieces) && pieces >= 0 && pieces <= 1_000_000
    ? undefined
    : (numberQuestion(stock) ?? 'Pieces must be a whole number up to 1,000,000');
}

/** `needsStock`: the stock was known, so it cannot be left empty. */
export function checkForm(
  form: ProductForm,
  texts: ProductTexts,
  { needsStock = false } = {},
): ProductErrors {
  return {
    name: form.name.trim() === '' ? texts.name : undefined,
    description: form.description.trim() === '' ? texts.description : undefined,
    price: priceError(form.price, texts.price),
    oldPrice: oldPriceError(form),
    category: categoryError(form.category),
    stock: stockError(form.stock, needsStock),
  };
}

const specsOf = (form: ProductForm): ProductSpecs =>
  Object.fromEntries(
    productSpecNames.map((name) => [name, form[name].trim()] as const).filter(([, value]) => value !== ''),
  );

const oldPriceOf = ({ price, oldPrice }: ProductForm) =>
  oldPrice.trim() !== '' && typedAmount(oldPrice) > typedAmount(price) ? typedAmount(oldPrice) : null;

const plainFieldsOf = (form: ProductForm) => ({
  ...Object.fromEntries(productTextEntries.map(([name]) => [name, form[name].trim()])),
  brand: form.brand.trim() || 'Unknown',
  price: typedAmount(form.price),
  category: form.category.toLowerCase(),
  featured: form.featured,
  specs: specsOf(form),
});

/** The addresses of the pictures of a form; `images` excludes the main one. */
export interface SavedPictures {
  readonly image: string;
  readonly images: readonly string[];
}

export const createBody = (form: ProductForm, { image, images }: SavedPictures) => ({
  ...plainFieldsOf(form),
  oldPrice: oldPriceOf(form),
  inStock: form.inStock,
  image,
  ...(images.length > 0 && { images }),
  ...(form.stock.trim() !== '' && { stock: typedNumber(form.stock) }),
});

/**
 * The body of an update. The stock is sent only when changed, with the number that was seen. Without the answer for
 * staff, the switch is sent only when it was pressed.
 */
export function updateBody(form: ProductForm, base: ListedProduct) {
  const baseForm = formOf(base);
  const oldPrice = oldPriceOf(form);
  return {
    ...plainFieldsOf(form),
    ...((oldPrice !== null || base.oldPrice !== null) && { oldPrice }),
    ...((base.isAvailable !== undefined || form.inStock !== baseForm.inStock) && { inStock: form.inStock }),
    ...(base.stock !== undefined &&
      form.stock !== baseForm.stock && { stock: typedNumber(form.stock), stockSeen: base.stock }),
    version: base.version,
  };
}

/** The whole product, as the edit page sends it; `images` only when changed. */
export function wholeBody(form: ProductForm, base: ListedProduct, { image, images }: SavedPictures) {
  const { stock: _stock, isAvailable: _isAvailable, inStock: _inStock, ...publicFields } = base;
  const isChanged = String(images) !== String(furtherAddresses(base));
  return { ...publicFields, ...updateBody(form, base), image, ...(isChanged && { images }) };
}
