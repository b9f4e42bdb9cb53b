import type { BulkProductChange } from '@kinmel/contracts';
import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import { type BulkOutcomes, readOutcomes } from '../lists/bulk/bulk-outcomes.rules.ts';
import {
  type ListedProduct,
  type ProductList,
  readProductAnswer,
  readProductList,
} from './product-answers.rules.ts';

/** What a list of products is asked for; undefined asks for nothing. */
export interface ProductListQuery {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly sort?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** What only the list for staff can be asked for (SIL-22). */
export interface StockBounds {
  readonly minStock?: number | undefined;
  readonly maxStock?: number | undefined;
}

interface ImageUpload {
  /** The page that edits has a path of its own (CONF-48). */
  readonly path: '/api/upload' | '/api/upload/upload';
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

const pathOf = (id: string) => `/api/products/${encodeURIComponent(id)}`;

/** An address of the shop's own picture gets its host in front (AAPI-35); an absolute one stays. */
function readImageUrl(answer: unknown): string | undefined {
  const url = (answer as { imageUrl?: unknown } | undefined)?.imageUrl;
  return typeof url === 'string' && url !== '' ? new URL(url, location.origin).href : undefined;
}

/** Every request about products. They are of the chunks that show products. */
export const productsApi = injectEndpoints((build) => ({
  /** The list of the shop (AAPI-25, AAPI-26). */
  listProducts: build.query<ProductList, ProductListQuery>({
    queryFn: (query, _api, _extra, send) =>
      reading(send(requestAddress({ url: '/api/products', params: { ...query } })), readProductList),
    providesTags: ['Product'],
  }),
  /** The same with pieces and switches, which the list of the shop never tells (SIL-22). */
  listAdminProducts: build.query<ProductList, ProductListQuery & StockBounds>({
    queryFn: (query, _api, _extra, send) =>
      reading(send(requestAddress({ url: '/api/admin/products', params: { ...query } })), readProductList),
    providesTags: ['Product'],
  }),
  getProduct: build.query<ListedProduct, string>({
    queryFn: (id, _api, _extra, send) => reading(send(pathOf(id)), readProductAnswer),
  }),
  /** Those that are still in the shop, as they are now. */
  findAdminProducts: build.query<readonly ListedProduct[], readonly string[]>({
    queryFn: (ids, _api, _extra, send) =>
      reading(
        send(`/api/admin/products?ids=${ids.join(',')}&limit=${Math.max(1, ids.length)}`),
        (answer) => readProductList(answer)?.rows,
      ),
  }),
  createProduct: build.mutation<ListedProduct, object>({
    queryFn: (body, _api, _extra, send) =>
      reading(send({ url: '/api/products', method: 'POST', body }), readProductAnswer),
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  updateProduct: build.mutation<ListedProduct, { id: string; body: object }>({
    queryFn: ({ id, body }, _api, _extra, send) =>
      reading(send({ url: pathOf(id), method: 'PUT', body }), readProductAnswer),
    invalidatesTags: (product) => (product ? ['Product'] : []),
  }),
  deleteProduct: build.mutation<true, { id: string; version: number }>({
    queryFn: ({ id, version }, _api, _extra, send) =>
      reading(send({ url: `${pathOf(id)}?version=${version}`, method: 'DELETE' }), () => true as const),
    invalidatesTags: (done) => (done ? ['Product'] : []),
  }),
  bulkUpdateProducts: build.mutation<
    BulkOutcomes,
    { change: BulkProductChange; products: readonly { id: string; version: number }[] }
  >({
    queryFn: (body, _api, _extra, send) =>
      reading(send({ url: '/api/admin/products/bulk', method: 'POST', body }), readOutcomes),
    invalidatesTags: ['Product'],
  }),
  /** Ends when its promise is aborted. */
  uploadProductImage: build.mutation<string, ImageUpload>({
    queryFn: ({ path, file, onProgress }, _api, _extra, send) => {
      const body = new FormData();
      body.append('image', file);
      return reading(
        send({ url: path, method: 'POST', body, fetchFn: fetchWithProgress(onProgress) }),
        readImageUrl,
      );
    },
  }),
}));
