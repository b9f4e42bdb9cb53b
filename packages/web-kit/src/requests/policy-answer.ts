import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { api } from './api.ts';

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    getPolicyAnswer: build.query<unknown, void>({ query: () => '/api/policy', providesTags: ['Policy'] }),
  }),
});

/**
 * The answer of `GET /api/policy`, for the `queryFn` of an endpoint. Each remote reads its own part of the record, and all of
 * them share this one request, so that what the page's HTML carries is enough for all.
 */
export const policyAnswer = ({ dispatch, forced = false }: Pick<BaseQueryApi, 'dispatch' | 'forced'>) =>
  dispatch(endpoints.getPolicyAnswer.initiate(undefined, { subscribe: false, forceRefetch: forced }));

/** The same for a component: the answer stays in the cache as long as one that uses it stands. */
export const usePolicyAnswer = endpoints.getPolicyAnswer.useQuery;
