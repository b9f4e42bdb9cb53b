import { getPolicy, requestCurrency, tradeInTermsSchema } from '@kinmel/contracts';
import type { ServiceClient } from '@kinmel/service-kit';
import type { Rate } from './request.rules.ts';

/** Reads the current rate of the dollar; undefined when there is none. */
export type ReadRate = () => Promise<Rate | undefined>;

/** Rejects when order does not answer. */
export const rateReader =
  (order: ServiceClient): ReadRate =>
  async () => {
    const { rates, tradeIn } = (await order.call({ ...getPolicy, answer: tradeInTermsSchema })).data;
    const rate = rates.find(({ currency }) => currency === requestCurrency);
    return rate && { ...rate, tradeIn };
  };
