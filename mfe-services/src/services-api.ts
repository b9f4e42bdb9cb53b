import { answerData, productAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import { offersAnswer } from './offers/offer-answers.ts';

/** The requests of offers and newsletter. */
export const servicesApi = injectEndpoints((build) => ({
  listOffers: build.query({
    query: (_nothing: void) => '/api/special-offers',
    responseSchema: answer(offersAnswer),
    providesTags: ['Offer'],
  }),
  /** The product of a claimed offer, for its picture and availability. */
  getOfferedProduct: build.query({
    query: (id: string) => `/api/products/${encodeURIComponent(id)}`,
    responseSchema: answer(answerData(productAnswer)),
    providesTags: (_product, _error, id) => [{ type: 'Product', id }],
  }),
  subscribeNewsletter: build.mutation<{ message?: string }, { email: string }>({
    query: (body) => ({ url: '/api/newsletter', method: 'POST', body }),
  }),
  confirmNewsletter: build.mutation<{ message?: string }, { token: string }>({
    query: (body) => ({ url: '/api/newsletter/confirm', method: 'POST', body }),
  }),
  unsubscribeNewsletter: build.mutation<{ message?: string }, { token: string }>({
    query: (params) => ({ url: '/api/newsletter/unsubscribe', method: 'POST', params }),
  }),
}));
