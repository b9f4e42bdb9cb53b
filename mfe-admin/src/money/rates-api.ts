import type { BodyOf, RateAnswer, RateRecord, setRate } from '@kinmel/contracts';
import { amount, answerData, listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../answers.ts';

const rateFields = {
  currency: z.string(),
  number: nonNegativeNumber,
  shopMinorUnits: amount,
  from: z.string(),
};
const ratesAnswer = z.pipe(
  answerData(z.object({ rates: z.catch(listOf(recordOf<RateAnswer>(rateFields)), []) })),
  z.transform(({ rates }) => rates),
);

/** A rate as a record of a list or form. */
const rateRow = z.pipe(
  recordOf<RateRecord>(rateFields),
  z.transform((rate) => ({ ...rate, id: `${rate.currency} ${rate.number}`, version: rate.number })),
);

export type RateRow = z.output<typeof rateRow>;

export const ratesApi = injectEndpoints((build) => ({
  /** The current rates, from the public policy record. */
  getRates: build.query<readonly RateAnswer[], void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), ratesAnswer),
    providesTags: ['Policy'],
  }),
  listRates: build.query({
    query: (_none: void) => '/api/admin/rates',
    responseSchema: pageAnswer(rateRow, 'data'),
    keepUnusedDataFor: 0,
  }),
  setRate: build.mutation({
    query: (body: BodyOf<typeof setRate>) => jsonRequest('POST', '/api/admin/rates', body),
    responseSchema: valueAnswer(rateRow),
    invalidatesTags: ['Policy'],
  }),
}));
