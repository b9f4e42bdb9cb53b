import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import { readShopPolicy, type ShopPolicy } from './shop-policy.rules.ts';

/** The policy record, apart from the other requests: home loads it with the chat and needs none of theirs. */
export const policyApi = injectEndpoints((build) => ({
  getShopPolicy: build.query<ShopPolicy, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), readShopPolicy),
    providesTags: ['Policy'],
  }),
}));

export const { useGetShopPolicyQuery } = policyApi;
