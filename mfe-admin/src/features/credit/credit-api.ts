import { creditAnswer, creditPostingAnswer, moneyAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { valueAnswer } from '../../answers.ts';
import type { CreditChange } from './credit-form.rules.ts';

export const changesPerPage = 20;

/** A change of credit as the record of a form. It has no versions. */
const savedChange = z.pipe(
  creditPostingAnswer,
  z.transform((posting) => ({ ...posting, version: 1 })),
);

export type SavedChange = z.output<typeof savedChange>;

const boundAnswer = valueAnswer(z.object({ credit: z.object({ maxGoodwill: moneyAnswer }) }));

const path = (userId: string) => `/api/admin/credit/${encodeURIComponent(userId)}`;

export const creditApi = injectEndpoints((build) => ({
  getCustomerCredit: build.query({
    query: ({ userId, page }: { userId: string; page: number }) => ({
      url: path(userId),
      params: { page, limit: changesPerPage },
    }),
    responseSchema: answer(creditAnswer),
    keepUnusedDataFor: 0,
  }),
  /** The most that staff may give at once, in minor units, from the public policy record. */
  getGoodwillBound: build.query<number, void>({
    queryFn: async (_nothing, context) => {
      const { data, error } = await reading(policyAnswer(context), boundAnswer);
      return data === undefined ? { error } : { data: data.credit.maxGoodwill.amountInMinorUnits };
    },
    providesTags: ['Policy'],
  }),
  /** Gives goodwill or corrects; the same key again changes nothing. */
  changeCredit: build.mutation({
    query: ({ userId, kind, key, body }: CreditChange) => ({
      url: `${path(userId)}/${kind}`,
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body,
    }),
    responseSchema: valueAnswer(savedChange),
  }),
}));
