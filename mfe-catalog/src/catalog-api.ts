import { answer, apiProblem, injectEndpoints, policyAnswer, reading, requestAddress } from '@kinmel/web-kit';
import {
  devicesAnswer,
  oneProductAnswer,
  type Promises,
  productPageAnswer,
  promisesAnswer,
  rangeAnswer,
  suggestionsAnswer,
} from './catalog-answers.ts';

/** The two ranges with their own endpoint. */
export type Range = 'premiumsmartphones' | 'galaxyproducts';

export const rangeAddress = (range: Range) => `/api/products/category/${range}?sort=createdAt_desc`;
const productAddress = (id: string) => `/api/products/${encodeURIComponent(id)}`;
const suggestionsAddress = (text: string) =>
  requestAddress({ url: '/api/products/suggestions', params: { q: text } });

/** The requests of the catalogue pages. Their URLs are the first-view data of `remote.json`. */
export const catalogApi = injectEndpoints((build) => ({
  /** `GET /api/products?…`, keyed by its whole URL. */
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
  /** Devices on sale change quickly, so the answer is not cached for the next page. */
  listDevicesOfProduct: build.query({
    query: (productId: string) => `${productAddress(productId)}/devices`,
    responseSchema: answer(devicesAnswer),
    keepUnusedDataFor: 0,
    providesTags: ['Product'],
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

/** The two error texts of a list. */
export interface ListErrorTexts {
  /** The request failed or was refused. */
  readonly failed: string;
  /** The answer is not a list. */
  readonly unreadable: string;
}

/** Returns `unreadable` for a successful answer without a list, otherwise `failed`. */
export function listErrorText(error: unknown, texts: ListErrorTexts): string {
  const { kind, status } = apiProblem(error);
  return kind === 'shape' && (status === undefined || status < 400) ? texts.unreadable : texts.failed;
}
