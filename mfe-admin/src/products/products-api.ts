import type { BulkProductChange } from '@kinmel/contracts';
import { filledText } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, useAppDispatch } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { pageAnswer, valueAnswer } from '../answers.ts';
import { outcomesAnswer } from '../lists/bulk/bulk-outcomes.ts';
import { listedProduct } from './product-answers.rules.ts';

export type ProductListQuery = Partial<Record<'search' | 'category' | 'sort', string | undefined>> &
  Readonly<Record<'page' | 'limit', number>>;

/** Filter of the list for staff. */
export type StockBounds = Partial<Record<'minStock' | 'maxStock', number | undefined>>;

interface ImageUpload {
  /** The edit page uses a path of its own. */
  readonly path: '/api/upload' | '/api/upload/upload';
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

const pathOf = (id: string) => `/api/products/${encodeURIComponent(id)}`;

const productAnswer = valueAnswer(listedProduct);
const productsAnswer = pageAnswer(listedProduct, 'data', 'products');

/** The address with the shop's host; an absolute one stays as it is. */
const imageAnswer = z.pipe(
  z.object({ imageUrl: filledText }),
  z.transform(({ imageUrl }) => new URL(imageUrl, location.origin).href),
);

export const productsApi = injectEndpoints((build) => ({
  /** The public list. */
  listProducts: build.query({
    query: (params: ProductListQuery) => ({ url: '/api/products', params }),
    responseSchema: productsAnswer,
    providesTags: ['Product'],
  }),
  /** The list for staff, with stock and availability. */
  listAdminProducts: build.query({
    query: (params: ProductListQuery & StockBounds) => ({ url: '/api/admin/products', params }),
    responseSchema: productsAnswer,
    providesTags: ['Product'],
  }),
  getProduct: build.query({
    query: (id: string) => pathOf(id),
    responseSchema: productAnswer,
  }),
  /** Existing products by id, uncached. */
  findAdminProducts: build.query({
    query: (ids: readonly string[]) =>
      `/api/admin/products?ids=${ids.join(',')}&limit=${Math.max(1, ids.length)}`,
    responseSchema: answer(
      z.pipe(
        productsAnswer,
        z.transform(({ rows }) => rows),
      ),
    ),
  }),
  createProduct: build.mutation({
    query: (body: object) => jsonRequest('POST', '/api/products', body),
    responseSchema: productAnswer,
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  updateProduct: build.mutation({
    query: ({ id, body }: { id: string; body: object }) => jsonRequest('PUT', pathOf(id), body),
    responseSchema: productAnswer,
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  deleteProduct: build.mutation({
    query: ({ id, version }: { id: string; version: number }) =>
      jsonRequest('DELETE', `${pathOf(id)}?version=${version}`),
    transformResponse: () => true as const,
    invalidatesTags: (done) => (done ? ['Product'] : []),
  }),
  bulkUpdateProducts: build.mutation({
    query: (body: { change: BulkProductChange; products: readonly { id: string; version: number }[] }) =>
      jsonRequest('POST', '/api/admin/products/bulk', body),
    responseSchema: outcomesAnswer,
    invalidatesTags: ['Product'],
  }),
  /** Can be aborted. */
  uploadProductImage: build.mutation({
    query: ({ path, file, onProgress }: ImageUpload) => {
      const body = new FormData();
      body.append('image', file);
      return { url: path, method: 'POST', body, fetchFn: fetchWithProgress(onProgress) };
    },
    responseSchema: answer(imageAnswer),
  }),
}));

/** Reads existing products past the cache; undefined when the request failed. */
export function useReadProducts() {
  const dispatch = useAppDispatch();
  return async (ids: readonly string[]) => {
    const { initiate } = productsApi.endpoints.findAdminProducts;
    return (await dispatch(initiate(ids, { forceRefetch: true, subscribe: false }))).data;
  };
}
