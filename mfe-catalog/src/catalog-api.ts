import { answer, apiProblem, injectEndpoints, policyAnswer, reading, requestAddress } from '@kinmel/web-kit';
import {
  oneProductAnswer,
  type Promises,
  productPageAnswer,
  promisesAnswer,
  rangeAnswer,
  suggestionsAnswer,
} from './catalog-answers.ts';

/** The two ranges with an address of their own. */
export type Range = 'premiumsmartphones' | 'galaxyproducts';

export const rangeAddress = (range: Range) => `/api/products/category/${range}?sort=createdAt_desc`;
const productAddress = (id: string) => `/api/products/${encodeURIComponent(id)}`;
const suggestionsAddress = (text: string) =>
  requestAddress({ url: '/api/products/suggestions', params: { q: text } });

/** Every request of the catalogue's pages. Their addresses are those that `remote.json` names for the first view. */
export const catalogApi = injectEndpoints((build) => ({
  /** `GET /api/products?…`, by its whole address: one address, one entry of the cache. */
  listCatalogProducts: build.query({
    query: (address: string) => address,
    responseSchema: answer(productPageAnswer),
    providesTags: ['Product'],
  }),
  listRange: build.query({
    query: (range: Range) => rangeAddress(range),
    responseSchema: answer(rangeAnswer),
    providesTags: ['Product'],
  }),
  getCatalogProduct: build.query({
    query: (id: string) => productAddress(id),
    responseSchema: answer(oneProductAnswer),
    providesTags: (_product, _error, id) => [{ type: 'Product', id }],
  }),
  suggestProducts: build.query({
    query: (text: string) => suggestionsAddress(text),
    responseSchema: answer(suggestionsAnswer),
  }),
  getPromises: build.query<Promises, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), promisesAnswer),
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
  /** The call failed or was refused. */
  readonly failed: string;
  /** It was answered, but not with a list. */
  readonly unreadable: string;
}

/** Chooses between the texts of a list: an answer that went well but is no list is `unreadable`, all else `failed`. */
export function listErrorText(error: unknown, texts: ListErrorTexts): string {
  const { kind, status } = apiProblem(error);
  return kind === 'shape' && (status === undefined || status < 400) ? texts.unreadable : texts.failed;
}
