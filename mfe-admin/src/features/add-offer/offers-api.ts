import type { AdminOffer } from '@kinmel/contracts';
import { listOf, type SchemaOf } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { doneAnswer, recordOf, valueAnswer } from '../../answers.ts';

const offer: SchemaOf<AdminOffer> = recordOf({
  _id: z.string(),
  title: z.string(),
  productDetails: z.catch(z.looseObject({}), {}),
  redemptionSteps: z.catch(z.array(z.string()), []),
  targetProducts: z.catch(z.array(z.string()), []),
  maxRedemptions: z.catch(z.nullable(z.number()), null),
  currentRedemptions: z.catch(z.number(), 0),
});

export const offersAnswer = valueAnswer(listOf(offer), 'offers');
const offerAnswer = valueAnswer(offer);

const offers = '/api/special-offers';
const offerPath = (id: string) => `${offers}/${encodeURIComponent(id)}`;

/** All offers, not only the live ones: the requests carry an admin's token. */
export const offersApi = injectEndpoints((build) => ({
  listAllOffers: build.query({
    query: (_none: void) => offers,
    responseSchema: offersAnswer,
    providesTags: ['Offer'],
  }),
  getOneOffer: build.query({ query: offerPath, responseSchema: offerAnswer, providesTags: ['Offer'] }),
  saveOffer: build.mutation({
    query: ({ id, form }: { id?: string | undefined; form: FormData }) =>
      jsonRequest(id === undefined ? 'POST' : 'PUT', id === undefined ? offers : offerPath(id), form),
    responseSchema: offerAnswer,
    invalidatesTags: (saved) => (saved ? ['Offer'] : []),
  }),
  toggleOffer: build.mutation({
    query: ({ id, isActive }: { id: string; isActive: boolean }) =>
      jsonRequest('PATCH', `${offerPath(id)}/toggle-status`, { isActive }),
    responseSchema: offerAnswer,
    invalidatesTags: (saved) => (saved ? ['Offer'] : []),
  }),
  deleteOffer: build.mutation({
    query: (id: string) => jsonRequest('DELETE', offerPath(id)),
    responseSchema: doneAnswer,
    invalidatesTags: (done) => (done ? ['Offer'] : []),
  }),
}));
