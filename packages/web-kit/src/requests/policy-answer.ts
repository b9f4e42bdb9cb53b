import { build, type RequestContext } from './cache/definitions.ts';
import { queryEndpoint } from './cache/endpoints.ts';

const getPolicyAnswer = queryEndpoint({
  name: 'getPolicyAnswer',
  definition: build.query<unknown, void>({ query: () => '/api/policy', providesTags: ['Policy'] }),
});

/**
 * The answer of `GET /api/policy`, for the `queryFn` of an endpoint. Each remote reads its own part of the record, and all of
 * them share this one request, so that what the page's HTML carries is enough for all.
 */
export const policyAnswer = ({ dispatch, forced = false }: Pick<RequestContext, 'dispatch' | 'forced'>) =>
  dispatch(getPolicyAnswer.initiate(undefined, { subscribe: false, forceRefetch: forced }));

/** The same for a component: the answer stays in the cache as long as one that uses it stands. */
export const usePolicyAnswer = getPolicyAnswer.useQuery;
