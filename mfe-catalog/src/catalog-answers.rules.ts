import type { Facets, Policy, Product, ProductSpecs, Suggestion } from '@kinmel/contracts';
import { choiceFilters } from './filters/product-filters.rules.ts';
import { categoryOf } from './products/product-categories.rules.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A page of a product list. Figures and counts are absent when the server sent the bare list. */
export interface ProductPage {
  readonly products: readonly Product[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  readonly facets?: Facets;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOr = <Fallback>(value: unknown, fallback: Fallback) =>
  typeof value === 'string' ? value : fallback;
const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

const specNames = [
  'storage',
  'display',
  'battery',
  'camera',
  'connectivity',
  'features',
  'sensors',
  'color',
] as const satisfies readonly (keyof ProductSpecs)[];

function readSpecs(value: unknown): ProductSpecs {
  const specs: ProductSpecs = {};
  if (!isFields(value)) return specs;
  for (const name of specNames) {
    const text = value[name];
    if (typeof text === 'string' && text.trim() !== '') specs[name] = text;
  }
  return specs;
}

function readPictures(value: unknown): Product['pictures'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((picture: unknown) => {
    if (!isFields(picture) || typeof picture.id !== 'string') return [];
    return {
      id: picture.id,
      alt: textOr(picture.alt, ''),
      width: typeof picture.width === 'number' ? picture.width : 1200,
      height: typeof picture.height === 'number' ? picture.height : 1200,
      dominantColor: textOr(picture.dominantColor, '#f2f4f1'),
      hasTransparency: picture.hasTransparency !== false,
    };
  });
}

/**
 * Reads a product of an answer, of navigation state or of storage (ENT-01 to ENT-04). `_id` is its id (ENT-02); what a
 * page can do without may be missing. Undefined without id, name, price or a known category.
 */
export function readProduct(value: unknown): Product | undefined {
  if (!isFields(value)) return undefined;
  const id = textOr(value._id, textOr(value.id, ''));
  const category = categoryOf(textOr(value.category, ''));
  if (id === '' || typeof value.name !== 'string' || !isPrice(value.price) || !category) return undefined;
  const left = value.lowStockCount;
  return {
    _id: id,
    id,
    name: value.name,
    brand: textOr(value.brand, ''),
    description: textOr(value.description, ''),
    price: value.price,
    oldPrice: isPrice(value.oldPrice) ? value.oldPrice : null,
    category,
    featured: value.featured === true,
    inStock: value.inStock !== false,
    lowStockCount: typeof left === 'number' && left > 0 ? left : null,
    image: textOr(value.image, ''),
    pictures: readPictures(value.pictures),
    specs: readSpecs(value.specs),
    createdAt: textOr(value.createdAt, ''),
    updatedAt: textOr(value.updatedAt, ''),
    version: typeof value.version === 'number' ? value.version : 1,
  };
}

const readProducts = (values: readonly unknown[]): Product[] =>
  values.flatMap((value) => readProduct(value) ?? []);

function listIn(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isFields(answer) || answer.success === false) return undefined;
  const list = answer.data ?? answer.products;
  return Array.isArray(list) ? list : undefined;
}

function readFacets(value: unknown): Facets | undefined {
  if (!isFields(value) || !isFields(value.price)) return undefined;
  const counts = (list: unknown) =>
    Array.isArray(list)
      ? list.flatMap((item: unknown) =>
          isFields(item) && typeof item.value === 'string' && typeof item.count === 'number'
            ? { value: item.value, count: item.count }
            : [],
        )
      : [];
  const { min, max } = value.price;
  return {
    category: counts(value.category),
    ...(Object.fromEntries(choiceFilters.map(({ name }) => [name, counts(value[name])])) as Pick<
      Facets,
      (typeof choiceFilters)[number]['name']
    >),
    price: { min: typeof min === 'number' ? min : 0, max: typeof max === 'number' ? max : 0 },
    inStock: typeof value.inStock === 'number' ? value.inStock : 0,
  };
}

/**
 * Reads a list in any of the shapes of the specification: an array, `{data}` or `{products}`, with or without
 * `success` (API-16, API-18, API-39, API-40, decision CONF-43). Undefined: it is no list at all.
 */
export function readProductPage(answer: unknown): ProductPage | undefined {
  const list = listIn(answer);
  if (!list) return undefined;
  const products = readProducts(list);
  const pagination = isFields(answer) && isFields(answer.pagination) ? answer.pagination : {};
  const figure = (name: string, otherwise: number) => {
    const value = pagination[name];
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    products,
    total: figure('total', products.length),
    page: figure('page', 1),
    totalPages: figure('totalPages', 1),
    facets: isFields(answer) ? readFacets(answer.facets) : undefined,
  };
}

/** One of the two ranges of the home page: all of it, or the first ones that the HTML carried. */
export interface RangeProducts {
  readonly products: readonly Product[];
  /** How many there are in all. */
  readonly total: number;
}

/** The pre-loved and Galaxy lists promise `success` and a `data` array (API-19, API-21); without it there is no list. */
export function readRange(answer: unknown): RangeProducts | undefined {
  if (!isFields(answer) || answer.success !== true || !Array.isArray(answer.data)) return undefined;
  const products = readProducts(answer.data);
  const isCut = typeof answer.total === 'number' && answer.total > answer.data.length;
  return { products, total: isCut ? Number(answer.total) : products.length };
}

/** One product, as `{success, data}` or bare. */
export function readOneProduct(answer: unknown): Product | undefined {
  return readProduct(isFields(answer) && 'data' in answer ? answer.data : answer);
}

export function readSuggestions(answer: unknown): readonly Suggestion[] {
  const list = listIn(answer) ?? [];
  return list.flatMap((item: unknown): Suggestion | [] => {
    if (!isFields(item) || typeof item.text !== 'string') return [];
    if (item.kind === 'query') return { kind: 'query', text: item.text };
    const category = categoryOf(textOr(item.category, ''));
    if (item.kind !== 'product' || typeof item.id !== 'string' || !isPrice(item.price) || !category)
      return [];
    return {
      kind: 'product',
      id: item.id,
      text: item.text,
      category,
      price: item.price,
      image: textOr(item.image, ''),
    };
  });
}

/** The sentences of the policy record that the shop window shows. */
export interface Promises {
  readonly returns: string;
  readonly repair: string;
  readonly shipping: string;
  readonly support: string;
  readonly payments: string;
}

export function readPromises(answer: unknown): Promises | undefined {
  const policy = isFields(answer) && isFields(answer.data) ? answer.data : undefined;
  const sentence = (part: keyof Policy, name = 'sentence') => {
    const fields = policy?.[part];
    return isFields(fields) ? textOr(fields[name], undefined) : undefined;
  };
  const returns = sentence('returns');
  const repair = sentence('warranty', 'repairSentence');
  const shipping = sentence('shipping');
  const support = sentence('support');
  const payments = sentence('payments');
  if (!returns || !repair || !shipping || !support || !payments) return undefined;
  return { returns, repair, shipping, support, payments };
}
