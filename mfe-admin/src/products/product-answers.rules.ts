import type { AdminProduct, Product } from '@kinmel/contracts';
import { productCategories } from '@kinmel/contracts/browser';

/** A product of a list: its pieces and its switch only where the answer for staff told them. */
export type ListedProduct = Product & Partial<Pick<AdminProduct, 'stock' | 'isAvailable'>>;

export interface ProductList {
  readonly products: readonly ListedProduct[];
  readonly total: number;
  readonly totalPages: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOr = <Other>(value: unknown, other: Other) => (typeof value === 'number' ? value : other);

/** One product of an answer; undefined for what is none. Images without scheme are paths of the shop (CONF-43, SIL-03). */
export function readProduct(value: unknown): ListedProduct | undefined {
  if (!isRecord(value)) return undefined;
  const id = text(value.id) || text(value._id);
  const { price } = value;
  if (id === '' || typeof price !== 'number') return undefined;
  const stored = text(value.category).toLowerCase();
  const category = productCategories.find((known) => known === stored);
  if (category === undefined) return undefined;
  const specs = isRecord(value.specs) ? value.specs : {};
  return {
    _id: id,
    id,
    name: text(value.name),
    brand: text(value.brand),
    description: text(value.description),
    price,
    oldPrice: numberOr(value.oldPrice, null),
    category,
    featured: value.featured === true,
    inStock: value.inStock === true,
    lowStockCount: numberOr(value.lowStockCount, null),
    image: text(value.image),
    pictures: Array.isArray(value.pictures) ? (value.pictures as Product['pictures']) : [],
    specs: Object.fromEntries(Object.entries(specs).filter(([, spec]) => typeof spec === 'string')),
    createdAt: text(value.createdAt),
    updatedAt: text(value.updatedAt),
    version: numberOr(value.version, 1),
    ...(typeof value.stock === 'number' && { stock: value.stock }),
    ...(typeof value.isAvailable === 'boolean' && { isAvailable: value.isAvailable }),
  };
}

/** `{success, data}`, or the product itself (SIL-03). */
export function readProductAnswer(answer: unknown): ListedProduct | undefined {
  return readProduct(isRecord(answer) && isRecord(answer.data) ? answer.data : answer);
}

/** A list in each of the shapes that the specification knows (AAPI-26, CONF-43). */
export function readProductList(answer: unknown): ProductList | undefined {
  const list = Array.isArray(answer)
    ? answer
    : isRecord(answer)
      ? [answer.data, answer.products].find((candidate) => Array.isArray(candidate))
      : undefined;
  if (!Array.isArray(list)) return undefined;
  const products = list.flatMap((value) => readProduct(value) ?? []);
  const pagination = isRecord(answer) && isRecord(answer.pagination) ? answer.pagination : {};
  return {
    products,
    total: numberOr(pagination.total, products.length),
    totalPages: numberOr(pagination.totalPages, 1),
  };
}

/** Why single products of a bulk update were not changed, by their id. */
export type BulkProblems = Readonly<Record<string, string>>;

/** What became of each product of a bulk update; undefined when the answer is none of one. */
export function readBulkProblems(answer: unknown): BulkProblems | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.data)) return undefined;
  return Object.fromEntries(
    answer.data.flatMap((outcome: unknown) => {
      if (!isRecord(outcome) || !isRecord(outcome.problem)) return [];
      return [[text(outcome.id), text(outcome.problem.message)] as const];
    }),
  );
}
