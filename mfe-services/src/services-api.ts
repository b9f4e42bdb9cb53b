import type { Offer, Product } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readOffers } from './offers/read-offers.rules.ts';

/** The request that the page's first view needs; `remote.json` names it too. */
export const offersAddress = '/api/special-offers';

/** The contract's shape; what the dialog reads of it has a fallback each. */
function readProduct(answer: unknown): Product | undefined {
  const product = (answer as { data?: Product } | undefined)?.data;
  return product?.id ? product : undefined;
}

/** Every request of offers and newsletter. */
export const servicesApi = injectEndpoints((build) => ({
  listOffers: build.query<readonly Offer[], void>({
    queryFn: (_nothing, _api, _extra, send) => reading(send(offersAddress), readOffers),
    providesTags: ['Offer'],
  }),
  /** The product that a claimed offer is about, for its picture and whether it can be had. */
  getOfferedProduct: build.query<Product, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(send(`/api/products/${encodeURIComponent(id)}`), readProduct),
    providesTags: (_product, _error, id) => [{ type: 'Product', id }],
  }),
  subscribeNewsletter: build.mutation<{ message?: string }, { email: string }>({
    query: (body) => ({ url: '/api/newsletter', method: 'POST', body }),
  }),
  confirmNewsletter: build.mutation<{ message?: string }, { token: string }>({
    query: (body) => ({ url: '/api/newsletter/confirm', method: 'POST', body }),
  }),
  unsubscribeNewsletter: build.mutation<{ message?: string }, { token: string }>({
    query: ({ token }) => ({
      url: `/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`,
      method: 'POST',
    }),
  }),
}));

export const {
  useListOffersQuery,
  useGetOfferedProductQuery,
  useSubscribeNewsletterMutation,
  useConfirmNewsletterMutation,
  useUnsubscribeNewsletterMutation,
} = servicesApi;
