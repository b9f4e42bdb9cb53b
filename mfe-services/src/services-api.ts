import type { Offer, Product } from '@kinmel/contracts';
import { api } from '@kinmel/web-kit';
import { readOffers } from './offers/read-offers.rules.ts';

/** The one request that the page's first view needs; `remote.json` names it too. */
export const offersAddress = '/api/special-offers';

type Failure = { status: 'CUSTOM_ERROR'; error: 'shape' };
const shape: Failure = { status: 'CUSTOM_ERROR', error: 'shape' };

/** Every request of offers and newsletter. */
export const servicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOffers: build.query<readonly Offer[], void>({
      queryFn: async (_nothing, _api, _extra, send) => {
        const { data, error } = await send(offersAddress);
        // The transport's error goes on as it is: only web-kit's apiProblem reads it.
        if (error !== undefined) return { error: error as Failure };
        const offers = readOffers(data);
        return offers ? { data: offers } : { error: shape };
      },
    }),
    /** The product that a claimed offer is about, for its picture and whether it can be had. */
    getOfferedProduct: build.query<Product, string>({
      queryFn: async (id, _api, _extra, send) => {
        const { data, error } = await send(`/api/products/${encodeURIComponent(id)}`);
        if (error !== undefined) return { error: error as Failure };
        // The contract's shape; what the dialog reads of it has a fallback each.
        const product = (data as { data?: Product } | undefined)?.data;
        return product?.id ? { data: product } : { error: shape };
      },
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
  }),
});

export const {
  useListOffersQuery,
  useGetOfferedProductQuery,
  useSubscribeNewsletterMutation,
  useConfirmNewsletterMutation,
  useUnsubscribeNewsletterMutation,
} = servicesApi;
