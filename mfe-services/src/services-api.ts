import type { Offer, Policy, Product } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readOffers } from './offers/read-offers.rules.ts';

/** The requests that the page's first view needs; `remote.json` names them too. */
export const offersAddress = '/api/special-offers';
const policyAddress = '/api/policy';

/** The contract's shape; what the dialog reads of it has a fallback each. */
function readProduct(answer: unknown): Product | undefined {
  const product = (answer as { data?: Product } | undefined)?.data;
  return product?.id ? product : undefined;
}

/** "Kathmandu" of "Durbar Marg, Kathmandu": the one configured address says where the shop is (decision CONF-02). */
function readRegion(answer: unknown): string | undefined {
  const address: unknown = (answer as { data?: Partial<Policy> } | undefined)?.data?.contact?.address;
  const region = typeof address === 'string' ? address.split(',').at(-1)?.trim() : undefined;
  return region === '' ? undefined : region;
}

/** Every request of offers and newsletter. */
export const servicesApi = injectEndpoints('mfe-services', (build) => ({
  listOffers: build.query<readonly Offer[], void>({
    queryFn: (_nothing, _api, _extra, send) => reading(send(offersAddress), readOffers),
  }),
  /** Where the shop's regional prices hold (OFFR-13). */
  getShopRegion: build.query<string, void>({
    queryFn: (_nothing, _api, _extra, send) => reading(send(policyAddress), readRegion),
    providesTags: ['Policy'],
  }),
  /** The product that a claimed offer is about, for its picture and whether it can be had. */
  getOfferedProduct: build.query<Product, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(send(`/api/products/${encodeURIComponent(id)}`), readProduct),
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
  useGetShopRegionQuery,
  useGetOfferedProductQuery,
  useSubscribeNewsletterMutation,
  useConfirmNewsletterMutation,
  useUnsubscribeNewsletterMutation,
} = servicesApi;
