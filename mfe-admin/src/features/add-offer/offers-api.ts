import type { AdminOffer } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readOffer, readOffers } from './offer-form.rules.ts';

const offers = '/api/special-offers';
const offerPath = (id: string) => `${offers}/${encodeURIComponent(id)}`;

/** Every request about special offers. An admin's token brings all of them, not the live ones alone. */
export const offersApi = injectEndpoints((build) => ({
  listAllOffers: build.query<readonly AdminOffer[], void>({
    queryFn: (_none, _api, _extra, send) => reading(send(offers), readOffers),
    providesTags: ['Offer'],
  }),
  getOneOffer: build.query<AdminOffer, string>({
    queryFn: (id, _api, _extra, send) => reading(send(offerPath(id)), readOffer),
    providesTags: ['Offer'],
  }),
  saveOffer: build.mutation<AdminOffer, { id?: string | undefined; form: FormData }>({
    queryFn: ({ id, form }, _api, _extra, send) =>
      reading(
        send({
          url: id === undefined ? offers : offerPath(id),
          method: id === undefined ? 'POST' : 'PUT',
          body: form,
        }),
        readOffer,
      ),
    invalidatesTags: (offer) => (offer ? ['Offer'] : []),
  }),
  toggleOffer: build.mutation<AdminOffer, { id: string; isActive: boolean }>({
    queryFn: ({ id, isActive }, _api, _extra, send) =>
      reading(
        send({ url: `${offerPath(id)}/toggle-status`, method: 'PATCH', body: { isActive } }),
        readOffer,
      ),
    invalidatesTags: (offer) => (offer ? ['Offer'] : []),
  }),
  deleteOffer: build.mutation<true, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(send({ url: offerPath(id), method: 'DELETE' }), () => true as const),
    invalidatesTags: (isGone) => (isGone ? ['Offer'] : []),
  }),
}));
