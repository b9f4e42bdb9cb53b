import type { RateAnswer, RateRecord } from '@kinmel/contracts';
import { amount, count, listOf } from '@kinmel/contracts/browser';
import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { recordOf, valueAnswer } from '../answers.ts';

const rateFields = { currency: z.string(), number: count, shopMinorUnits: amount, from: z.string() };
const ratesAnswer = valueAnswer(z.object({ rates: z.catch(listOf(recordOf<RateAnswer>(rateFields)), []) }));

/** A rate as a record of a list or form. */
const rateRow = z.pipe(
  recordOf<RateRecord>(rateFields),
  z.transform((rate) => ({ ...rate, id: `${rate.currency} ${rate.number}`, version: rate.number })),
);

export type RateRow = z.output<typeof rateRow>;

export const ratesApi = injectEndpoints((build) => ({
  /** The present rates, from the public policy record. */
  getRates: build.query<readonly RateAnswer[], void>({
    queryFn: async (_nothing, context) => {
      const { data, error } = await reading(policyAnswer(context), ratesAnswer);
      return data === undefined ? { error } : { data: data.rates };
    },
    providesTags: ['Policy'],
  }),
  listRates: build.query({
    query: (_none: void) => '/api/admin/rates',
    responseSchema: valueAnswer(listOf(rateRow)),
    keepUnusedDataFor: 0,
  }),
  setRate: build.mutation({
    query: (body: {
      readonly currency: string;
      readonly shopMinorUnits: number;
      readonly reason: string;
      readonly seenNumber: number;
      readonly isConfirmed: boolean;
    }) => ({ url: '/api/admin/rates', method: 'POST', body }),
    responseSchema: valueAnswer(rateRow),
    invalidatesTags: ['Policy'],
  }),
}));
