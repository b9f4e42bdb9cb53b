import type { BodyOf, changeWishlist as changeEndpoint } from '@kinmel/contracts';
import { answerData, listOf, productAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';

/** The requests about the wishlist of an account. */
export const wishlistApi = injectEndpoints((build) => ({
  getWishlist: build.query({
    query: (_nothing: void) => '/api/wishlist',
    responseSchema: answer(answerData(listOf(productAnswer))),
    keepUnusedDataFor: 0,
  }),
  listChosenProducts: build.query({
    query: (ids: readonly string[]) => ({ url: '/api/products/chosen', params: { ids: ids.join(',') } }),
    responseSchema: answer(answerData(listOf(productAnswer))),
    keepUnusedDataFor: 0,
  }),
  changeWishlist: build.mutation({
    query: (body: BodyOf<typeof changeEndpoint>) => ({ url: '/api/wishlist', method: 'POST', body }),
    responseSchema: answer(answerData(z.array(z.string()))),
  }),
}));
