import type { Facets, Policy, Product, Suggestion } from '@kinmel/contracts';
import {
  figure,
  isFields,
  list,
  or,
  readFacets,
  readProduct as readProductFields,
  readSuggestion,
  text,
} from '@kinmel/contracts/browser';

/** A page of a product list. Figures and counts are absent when the server sent the bare list. */
export interface ProductPage {
  readonly products: readonly Product[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  readonly facets?: Facets;
}

/**
 * Reads a product of an answer, of navigation state or of storage (ENT-01 to ENT-04). `_id` is its id (ENT-02); what a
 * page can do without may be missing. Undefined without id, name, price or a known category.
 */
export function readProduct(value: unknown): Product | undefined {
  if (!isFields(value)) return undefined;
  const id = text(value._id) ?? text(value.id);
  return id ? readProductFields({ ...value, _id: id, id }) : undefined;
}

const readProducts = or(list(readProduct), []);

function listIn(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isFields(answer) || answer.success === false) return undefined;
  const list = answer.data ?? answer.products;
  return Array.isArray(list) ? list : undefined;
}

/**
 * Reads a list in any of the shapes of the specification: an array, `{data}` or `{products}`, with or without
 * `success` (API-16, API-18, API-39, API-40, decision CONF-43). Undefined: it is no list at all.
 */
export function readProductPage(answer: unknown): ProductPage | undefined {
  const list = listIn(answer);
  if (!list) return undefined;
  const products = readProducts(list);
  const { pagination, facets } = isFields(answer) ? answer : {};
  const { total, page, totalPages } = isFields(pagination) ? pagination : {};
  return {
    products,
    total: figure(total) ?? products.length,
    page: figure(page) ?? 1,
    totalPages: figure(totalPages) ?? 1,
    facets: readFacets(facets),
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

const readKnownSuggestions = or(list(readSuggestion), []);

export const readSuggestions = (answer: unknown): readonly Suggestion[] =>
  readKnownSuggestions(listIn(answer));

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
    return isFields(fields) ? text(fields[name]) : undefined;
  };
  const returns = sentence('returns');
  const repair = sentence('warranty', 'repairSentence');
  const shipping = sentence('shipping');
  const support = sentence('support');
  const payments = sentence('payments');
  if (!returns || !repair || !shipping || !support || !payments) return undefined;
  return { returns, repair, shipping, support, payments };
}
