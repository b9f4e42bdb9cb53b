import type { SellRequestAnswer } from '@kinmel/contracts';
import { injectEndpoints } from '@kinmel/web-kit';
import { doneAnswer, valueAnswer } from '../../answers.ts';
import { requestAddressOf, requestOf, type StatusChange } from '../../requests/requests-api.ts';

const addressOf = (id: string) => requestAddressOf('sell-request', id);

export const sellRequestsApi = injectEndpoints((build) => ({
  quoteSellRequest: build.mutation({
    query: ({ id, ...body }: Omit<StatusChange, 'kind'> & { readonly estimatedPrice: number }) => ({
      url: `${addressOf(id)}/quote`,
      method: 'PUT',
      body,
    }),
    responseSchema: valueAnswer(requestOf<SellRequestAnswer>()),
  }),
  /** `version` is the one that staff saw: a stale one is refused. */
  deleteSellRequest: build.mutation({
    query: ({ id, version }: Pick<SellRequestAnswer, 'id' | 'version'>) => ({
      url: `${addressOf(id)}?version=${version}`,
      method: 'DELETE',
    }),
    responseSchema: doneAnswer,
  }),
}));
