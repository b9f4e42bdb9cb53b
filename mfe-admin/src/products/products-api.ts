import type { BulkProductChange } from '@kinmel/contracts';
import { filledText } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, requestAddress } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';
import { outcomesAnswer } from '../lists/bulk/bulk-outcomes.rules.ts';
import { listedProductAnswer, productListAnswer } from './product-answers.rules.ts';

/** What a list of products is asked for; undefined asks for nothing. */
export interface ProductListQuery {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly sort?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** What only the list for staff can be asked for. */
export interface StockBounds {
  readonly minStock?: number | undefined;
  readonly maxStock?: number | undefined;
}

interface ImageUpload {
  /** The page that edits has a path of its own. */
  readonly path: '/api/upload' | '/api/upload/upload';
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

const pathOf = (id: string) => `/api/products/${encodeURIComponent(id)}`;

/** An address of the shop's own picture gets its host in front; an absolute one stays. */
const imageAnswer = z.pipe(
  z.object({ imageUrl: filledText }),
  z.transform(({ imageUrl }) => new URL(imageUrl, location.origin).href),
);

/** Every request about products. They are of the chunks that show products. */
export const productsApi = injectEndpoints((build) => ({
  /** The list of the shop. */
  listProducts: build.query({
    query: (query: ProductListQuery) => requestAddress({ url: '/api/products', params: { ...query } }),
    responseSchema: answer(productListAnswer),
    providesTags: ['Product'],
  }),
  /** The same with pieces and switches, which the list of the shop never tells. */
  listAdminProducts: build.query({
    query: (query: ProductListQuery & StockBounds) =>
      requestAddress({ url: '/api/admin/products', params: { ...query } }),
    responseSchema: answer(productListAnswer),
    providesTags: ['Product'],
  }),
  getProduct: build.query({
    query: (id: string) => pathOf(id),
    responseSchema: answer(listedProductAnswer),
  }),
  /** Those that are still in the shop, as they are now. */
  findAdminProducts: build.query({
    query: (ids: readonly string[]) =>
      `/api/admin/products?ids=${ids.join(',')}&limit=${Math.max(1, ids.length)}`,
    responseSchema: answer(
      z.pipe(
        productListAnswer,
        z.transform(({ rows }) => rows),
      ),
    ),
  }),
  createProduct: build.mutation({
    query: (body: object) => ({ url: '/api/products', method: 'POST', body }),
    responseSchema: answer(listedProductAnswer),
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  updateProduct: build.mutation({
    query: ({ id, body }: { id: string; body: object }) => ({ url: pathOf(id), method: 'PUT', body }),
    responseSchema: answer(listedProductAnswer),
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  deleteProduct: build.mutation({
    query: ({ id, version }: { id: string; version: number }) => ({
      url: `${pathOf(id)}?version=${version}`,
      method: 'DELETE',
    }),
    transformResponse: () => true as const,
    invalidatesTags: (done) => (done ? ['Product'] : []),
  }),
  bulkUpdateProducts: build.mutation({
    query: (body: { change: BulkProductChange; products: readonly { id: string; version: number }[] }) => ({
      url: '/api/admin/products/bulk',
      method: 'POST',
      body,
    }),
    responseSchema: answer(outcomesAnswer),
    invalidatesTags: ['Product'],
  }),
  /** Ends when its promise is aborted. */
  uploadProductImage: build.mutation({
    query: ({ path, file, onProgress }: ImageUpload) => {
      const body = new FormData();
      body.append('image', file);
      return { url: path, method: 'POST', body, fetchFn: fetchWithProgress(onProgress) };
    },
    responseSchema: answer(imageAnswer),
  }),
}));
