import type { AdminProduct, Product } from '@kinmel/contracts';
import {
  fields,
  figure,
  isFields,
  list,
  or,
  readProduct as readProductFields,
  text,
  truth,
} from '@kinmel/contracts/browser';

import type { ListPage } from '../lists/list-declaration.ts';

/** A product of a list: its pieces and its switch only where the answer for staff told them. */
export type ListedProduct = Product & Partial<Pick<AdminProduct, 'stock' | 'isAvailable'>>;

export interface ProductList extends ListPage<ListedProduct> {
  readonly total: number;
}

const readStaffFields = fields({}, { stock: figure, isAvailable: truth });

/** What tells products of one name apart. */
export const variantOf = ({ specs }: Partial<Pick<Product, 'specs'>>): string =>
  [specs?.storage, specs?.color].filter(Boolean).join(', ');

/** One product of an answer; undefined for what is none. Its id is `_id` (ENT-02), where the answer has no other (SIL-03). */
export function readProduct(value: unknown): ListedProduct | undefined {
  if (!isFields(value)) return undefined;
  const id = text(value.id) || text(value._id);
  const product = id ? readProductFields({ ...value, _id: id, id }) : undefined;
  return product && { ...product, ...readStaffFields(value) };
}

const readProducts = or(list(readProduct), []);

/** `{success, data}`, or the product itself (SIL-03). */
export function readProductAnswer(answer: unknown): ListedProduct | undefined {
  return readProduct(isFields(answer) && isFields(answer.data) ? answer.data : answer);
}

/** A list in each of the shapes that the specification knows (AAPI-26, CONF-43). */
export function readProductList(answer: unknown): ProductList | undefined {
  const found = Array.isArray(answer)
    ? answer
    : isFields(answer)
      ? [answer.data, answer.products].find((candidate) => Array.isArray(candidate))
      : undefined;
  if (found === undefined) return undefined;
  const products = readProducts(found);
  const { total, totalPages } = isFields(answer) && isFields(answer.pagination) ? answer.pagination : {};
  return { rows: products, total: figure(total) ?? products.length, totalPages: figure(totalPages) ?? 1 };
}
