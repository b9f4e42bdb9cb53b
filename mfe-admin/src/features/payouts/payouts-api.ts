import type { approvePayout, BodyOf, Payout } from '@kinmel/contracts';
import { moneyAnswer, nonNegativeNumber } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../../answers.ts';
import { rowsPerPage } from '../../lists/address/list-state.rules.ts';

const payout = recordOf<Payout>({
  id: z.string(),
  status: z.string(),
  amount: moneyAnswer,
  version: nonNegativeNumber,
});

export const payoutsApi = injectEndpoints((build) => ({
  listPayouts: build.query({
    query: ({ page, status }: { page: number; status: string | undefined }) => ({
      url: '/api/admin/payouts',
      params: { page, limit: rowsPerPage, status: status === 'all' ? undefined : status },
    }),
    responseSchema: pageAnswer(payout, 'payouts'),
    keepUnusedDataFor: 0,
  }),
  getPayout: build.query({
    query: (id: string) => `/api/admin/payouts/${encodeURIComponent(id)}`,
    responseSchema: valueAnswer(payout),
    keepUnusedDataFor: 0,
  }),
  changePayout: build.mutation({
    query: ({
      id,
      step,
      ...body
    }: BodyOf<typeof approvePayout> & {
      id: string;
      step: string;
      paymentReference?: string;
      proofId?: string | null;
      password?: string | undefined;
      reason?: string;
    }) => jsonRequest('POST', `/api/admin/payouts/${encodeURIComponent(id)}/${step}`, body),
    responseSchema: valueAnswer(payout),
  }),
}));
