import * as z from 'zod/mini';
import { amount, answerData, listOf } from './answers.ts';
import { fromMinorUnits, highestEstimate, requestCurrency } from './money.ts';

const ratesAnswer = answerData(
  z.object({ rates: listOf(z.object({ currency: z.string(), shopMinorUnits: amount })) }),
);

/** The highest price of a used phone in whole rupees, from an answer of `GET /api/policy`; undefined without a rate. */
export function maxTradeInPrice(policy: unknown): number | undefined {
  const rates = ratesAnswer.safeParse(policy).data?.rates;
  const rate = rates?.find(({ currency }) => currency === requestCurrency);
  return rate && Math.floor(fromMinorUnits(highestEstimate * rate.shopMinorUnits));
}

/** The address of the sell form, with the page of the shop to return to. */
export const tradeInAddress = (from: string): string => `/sellyourphone?from=${encodeURIComponent(from)}`;
