import type { Product, Suggestion } from '@kinmel/contracts';
import { apiProblem, injectEndpoints, policyAnswer, reading, requestAddress } from '@kinmel/web-kit';
import {
  type ProductPage,
  type Promises,
  type RangeProducts,
  readOneProduct,
  readProductPage,
  readPromises,
  readRange,
  readSuggestions,
} from './answer-shapes.rules.ts';

/** The two ranges with an address of their own (API-19, API-21). */
export type Range = 'premiumsmartphones' | 'galaxyproducts';

export const rangeAddress = (range: Range) => `/api/products/category/${range}?sort=createdAt_desc`;
const productAddress = (id: string) => `/api/products/${encodeURIComponent(id)}`;
const suggestionsAddress = (text: string) =>
  requestAddress({ url: '/api/products/suggestions', params: { q: text } });

/** Every request of the catalogue's pages. Their addresses are those that `remote.json` names for the first view. */
export const catalogApi = injectEndpoints((build) => ({
  /** `GET /api/products?…`, by its whole address: one address, one entry of the cache. */
  listCatalogProducts: build.query<ProductPage, string>({
    queryFn: (address, _api, _extra, send) => reading(send(address), readProductPage),
    providesTags: ['Product'],
  }),
  listRange: build.query<RangeProducts, Range>({
    queryFn: (range, _api, _extra, send) => reading(send(rangeAddress(range)), readRange),
    providesTags: ['Product'],
  }),
  getCatalogProduct: build.query<Product, string>({
    queryFn: (id, _api, _extra, send) => reading(send(productAddress(id)), readOneProduct),
    providesTags: (_product, _error, id) => [{ type: 'Product', id }],
  }),
  suggestProducts: build.query<readonly Suggestion[], string>({
    queryFn: (text, _api, _extra, send) => reading(send(suggestionsAddress(text)), readSuggestions),
  }),
  getPromises: build.query<Promises, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), readPromises),
    providesTags: ['Policy'],
  }),
}));

export const {
  useListCatalogProductsQuery,
  useListRangeQuery,
  useGetCatalogProductQuery,
  useSuggestProductsQuery,
  useGetPromisesQuery,
} = catalogApi;

/** The two texts of a list that could not be had. */
export interface ListErrorTexts {
  /** The call failed or was refused (ERR-17 to ERR-23, decision CONF-40). */
  readonly failed: string;
  /** It was answered, but not with a list (API-39, API-41, decision CONF-39). */
  readonly unreadable: string;
}

/** Chooses between the texts of a list: an answer that went well but is no list is `unreadable`, all else `failed`. */
export function listErrorText(error: unknown, texts: ListErrorTexts): string {
  const { kind, status } = apiProblem(error);
  return kind === 'shape' && (status === undefined || status < 400) ? texts.unreadable : texts.failed;
}
