import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { takeTimeZone } from '../display/shop-time.ts';
import { injectEndpoints } from './api.ts';

const { endpoints, useGetPolicyAnswerQuery } = injectEndpoints((build) => ({
  getPolicyAnswer: build.query<unknown, void>({
    query: () => '/api/policy',
    transformResponse(policy: unknown) {
      takeTimeZone(policy);
      return policy;
    },
    providesTags: ['Policy'],
  }),
}));

/**
 * The answer of `GET /api/policy`, for the `queryFn` of an endpoint. Each remote reads its own part, and all share one
 * request and the first-view data of the HTML.
 */
export const policyAnswer = ({ dispatch, forced = false }: Pick<BaseQueryApi, 'dispatch' | 'forced'>) =>
  dispatch(endpoints.getPolicyAnswer.initiate(undefined, { subscribe: false, forceRefetch: forced }));

/** The same answer as a hook; it stays cached while a component uses it. */
export const usePolicyAnswer = useGetPolicyAnswerQuery;
