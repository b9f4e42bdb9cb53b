import type { ProductSpecs } from '@kinmel/contracts';
import {
  type ProductSpecName,
  type ProductTextName,
  productCategories,
  productSpecNames,
  productSpecs,
  productTextEntries,
} from '@kinmel/contracts/browser';
import type { ProblemDetail } from '@kinmel/web-kit/forms';
import type { ListedProduct } from './product-answers.rules.ts';

/** The categories as forms and filters call them, in their order. */
export const categoryLabels: Readonly<Record<(typeof productCategories)[number], string>> = {
  smartphone: 'Smartphone',
  laptop: 'Laptop',
  watch: 'Watch',
  earphones: 'Earphones',
  premiumsmartphones: 'Premium smartphones',
  galaxyproducts: 'Galaxy products',
};

type TextField = ProductTextName | 'price' | 'oldPrice' | 'category' | 'stock' | ProductSpecName;
type Switch = 'featured' | 'inStock';

/** A field of a product as forms know it. */
export type ProductField = TextField | Switch;

/** What stands in the fields of a form; a number is the text that was typed. */
export type ProductForm = Readonly<Record<TextField, string> & Record<Switch, boolean>>;

/** The fields of its pictures: the main one and those beside it. */
export type PictureField = 'image' | 'images';

/** The wrong fields with what is wrong. */
export type ProductErrors = Readonly<Partial<Record<ProductField | PictureField, string>>>;

// The entries of the table have its names.
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

const fields = Object.keys(fieldLabels) as ProductField[];

export const emptyForm = {
  ...Object.fromEntries(fields.map((field) => [field, ''])),
  featured: false,
  inStock: true,
} as ProductForm;

/** The form of a product; no pieces where only the list of the shop answered. */
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

/** A form that storage kept; undefined for what is none. */
export function readForm(value: unknown): ProductForm | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isWhole = fields.every((field) => typeof Reflect.get(value, field) === typeof emptyForm[field]);
  return isWhole ? (value as ProductForm) : undefined;
}

export const isSameForm = (left: ProductForm, right: ProductForm) =>
  fields.every((field) => left[field] === right[field]);

/** The sentences of a form, where the specification gives each form its own. */
export interface ProductTexts {
  readonly name: string;
  readonly description: string;
  readonly price: string;
}

/** AADD-07 to AADD-09. */
export const addTexts: ProductTexts = {
  name: 'Product name is required',
  description: 'Description is required',
  price: 'Valid price is required',
};

/** APROD-09 to APROD-11. */
export const modalTexts: ProductTexts = { ...addTexts, price: 'Price must be a positive number' };

/** AEDIT-04 to AEDIT-06. */
export const pageTexts: ProductTexts = { ...modalTexts, name: 'Name is required' };

const amount = /^\d{1,10}(\.\d+)?$/;
const numberOf = (text: string) => (amount.test(text.trim()) ? Number(text) : Number.NaN);
const hasMoreThanCents = (text: string) => /\.\d{3,}$/.test(text.trim());

function priceError(text: string, wrong: string): string | undefined {
  if (!(numberOf(text) > 0)) return wrong;
  return hasMoreThanCents(text) ? 'At most two decimals.' : undefined;
}

function oldPriceError({ price, oldPrice }: ProductForm): string | undefined {
  if (oldPrice.trim() === '') return undefined;
  const wrong = priceError(oldPrice, 'Original price must be a positive number');
  if (wrong) return wrong;
  return numberOf(oldPrice) <= numberOf(price)
    ? 'Original price must be higher than current price'
    : undefined;
}

function categoryError(category: string): string | undefined {
  if (category === '') return 'Category is required';
  return productCategories.some((known) => known === category) ? undefined : 'Invalid category selected';
}

function stockError(stock: string, isNeeded: boolean): string | undefined {
  if (stock.trim() === '') return isNeeded ? 'Enter the number of pieces' : undefined;
  return /^\d{1,7}$/.test(stock.trim()) && Number(stock) <= 1_000_000
    ? undefined
    : 'Pieces must be a whole number up to 1,000,000';
}

/** What is wrong with the fields. Pieces may be left open only where they were not known before. */
export function checkForm(
  form: ProductForm,
  texts: ProductTexts,
  { needsStock = false }: { needsStock?: boolean } = {},
): ProductErrors {
  const errors: Record<string, string | undefined> = {
    name: form.name.trim() === '' ? texts.name : undefined,
    description: form.description.trim() === '' ? texts.description : undefined,
    price: priceError(form.price, texts.price),
    oldPrice: oldPriceError(form),
    category: categoryError(form.category),
    stock: stockError(form.stock, needsStock),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

const specsOf = (form: ProductForm): ProductSpecs =>
  Object.fromEntries(
    productSpecNames.map((name) => [name, form[name].trim()] as const).filter(([, value]) => value !== ''),
  );

const oldPriceOf = ({ price, oldPrice }: ProductForm) =>
  oldPrice.trim() !== '' && numberOf(oldPrice) > numberOf(price) ? numberOf(oldPrice) : null;

const plainFieldsOf = (form: ProductForm) => ({
  ...Object.fromEntries(productTextEntries.map(([name]) => [name, form[name].trim()])),
  brand: form.brand.trim() || 'Unknown',
  price: numberOf(form.price),
  category: form.category.toLowerCase(),
  featured: form.featured,
  specs: specsOf(form),
});

/** The addresses of the pictures of a form; `images`, those beside the main one, only where they were changed. */
export interface SavedPictures {
  readonly image: string;
  readonly images?: readonly string[] | undefined;
}

/** The body that adds a product. */
export const createBody = (form: ProductForm, { image, images = [] }: SavedPictures) => ({
  ...plainFieldsOf(form),
  oldPrice: oldPriceOf(form),
  inStock: form.inStock,
  image,
  ...(images.length > 0 && { images }),
  ...(form.stock.trim() !== '' && { stock: Number(form.stock) }),
});

/**
 * The body that changes a product: the version that the form began with, and pieces only when they were
 * changed, with the number that was seen. Without the answer for staff the switch is not known, so it is sent only when it was pressed.
 */
export function updateBody(form: ProductForm, base: ListedProduct) {
  const before = formOf(base);
  const oldPrice = oldPriceOf(form);
  return {
    ...plainFieldsOf(form),
    ...((oldPrice !== null || base.oldPrice !== null) && { oldPrice }),
    ...((base.isAvailable !== undefined || form.inStock !== before.inStock) && { inStock: form.inStock }),
    ...(base.stock !== undefined &&
      form.stock !== before.stock && { stock: Number(form.stock), stockSeen: base.stock }),
    version: base.version,
  };
}

/** The whole product, as the page that edits sends it; pieces and switch follow the rule of `updateBody`. */
export function wholeBody(form: ProductForm, base: ListedProduct, { image, images }: SavedPictures) {
  const { stock: _stock, isAvailable: _isAvailable, inStock: _inStock, ...rest } = base;
  return { ...rest, ...updateBody(form, base), image, ...(images && { images }) };
}

/** The form after somebody else was faster: what was not touched is as the shop has it now, what was typed stays. */
export interface Merged {
  readonly form: ProductForm;
  /** Typed here and changed there. */
  readonly contested: readonly ProductField[];
  /** Taken over, as it was not touched here. */
  readonly taken: readonly ProductField[];
}

export function mergeFresh(own: ProductForm, before: ProductForm, fresh: ProductForm): Merged {
  const changedThere = fields.filter(
    (field) => fresh[field] !== before[field] && fresh[field] !== own[field],
  );
  const taken = changedThere.filter((field) => own[field] === before[field]);
  return {
    form: { ...own, ...Object.fromEntries(taken.map((field) => [field, fresh[field]])) },
    contested: changedThere.filter((field) => own[field] !== before[field]),
    taken,
  };
}

/** The server's words for single fields of the form (`specs.color` is the field `color`). */
export function refusedFields(details: readonly ProblemDetail[]): ProductErrors {
  const known: readonly string[] = [...fields, 'image', 'images'];
  return Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const field = path
        .replace(/^specs\./, '')
        .replace(/^stockSeen$/, 'stock')
        .replace(/^images\..*/, 'images');
      return known.includes(field) ? [[field, message]] : [];
    }),
  );
}

/** 10 MB. */
export const imageMaxBytes = 10 * 1024 * 1024;
export const imageAccept = 'image/jpeg,image/png,image/gif,image/webp';
export const imageHint = 'JPEG, PNG, GIF or WebP, up to 10MB';

/** What is wrong with a chosen file. */
export function fileError(file: File): string | undefined {
  if (!imageAccept.split(',').includes(file.type)) return 'Selected file is not an image.';
  return file.size > imageMaxBytes ? 'Image file size must be less than 10MB' : undefined;
}

/** Addresses that the product has already pass unchanged. */
export function imageUrlError(url: string, stored: readonly string[]): string | undefined {
  if (stored.includes(url)) return undefined;
  return /^https?:\/\/[^\s"'<>\\]+\.(png|jpe?g|gif|webp)$/i.test(url)
    ? undefined
    : 'Enter a valid image URL (jpg/png/gif/webp)';
}
