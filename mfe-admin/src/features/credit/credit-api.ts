import { answerData, creditAnswer, creditPostingAnswer, moneyAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { rowsPerPage } from '../../lists/address/list-state.rules.ts';
import type { CreditChange } from './credit-form.rules.ts';

/** A change of credit as the record of a form. It has no versions, and no balance while a second person must approve it. */
const savedChange = z.pipe(
  z.object({ data: z.nullable(creditPostingAnswer), payoutId: z.optional(z.string()) }),
  z.transform(({ data, payoutId = '' }) => ({
    id: data?.id ?? payoutId,
    balanceAfter: data?.balanceAfter,
    version: 1,
  })),
);

export type SavedChange = z.output<typeof savedChange>;

const pageOfChanges = z.pipe(
  creditAnswer,
  z.transform(({ history: rows, balance, pagination }) => ({ ...pagination, rows, balance })),
);

const boundAnswer = z.pipe(
  answerData(z.object({ credit: z.object({ maxGoodwill: moneyAnswer }) })),
  z.transform(({ credit }) => credit.maxGoodwill.amountInMinorUnits),
);

const creditPath = (userId: string) => `/api/admin/credit/${encodeURIComponent(userId)}`;

export const creditApi = injectEndpoints((build) => ({
  getCustomerCredit: build.query({
    query: ({ userId, page }: { userId: string; page: number }) => ({
      url: creditPath(userId),
      params: { page, limit: rowsPerPage },
    }),
    responseSchema: answer(pageOfChanges),
    keepUnusedDataFor: 0,
  }),
  /** The most that staff may give at once, in minor units, from the public policy record. */
  getGoodwillBound: build.query<number, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), boundAnswer),
    providesTags: ['Policy'],
  }),
  /** Gives goodwill or corrects; the same key again changes nothing. */
  changeCredit: build.mutation({
    query: ({ userId, kind, key, body }: CreditChange) =>
      jsonRequest('POST', `${creditPath(userId)}/${kind}`, body, key),
    responseSchema: answer(savedChange),
  }),
}));
