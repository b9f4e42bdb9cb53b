import { amount, answerData, count, listOf } from '@kinmel/contracts/browser';
import { toShopCurrency } from '@kinmel/pricing';
import { usePolicyAnswer } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const tradeInAnswer = answerData(
  z.object({
    rates: listOf(z.object({ currency: z.string(), shopMinorUnits: amount })),
    tradeIn: z.object({ creditBonusPercent: count }),
  }),
);

/**
 * What a quote in dollars gives at the rate of today, as payout and as credit with the bonus of the policy, in minor
 * units of the shop's currency. Undefined while the policy is unknown.
 */
export function useTradeInSums(price: number) {
  const { data } = tradeInAnswer.safeParse(usePolicyAnswer().data);
  const rate = data?.rates.find(({ currency }) => currency === 'USD');
  if (!data || !rate) return undefined;
  const { creditBonusPercent } = data.tradeIn;
  const payout = toShopCurrency(Math.round(price * 100), rate);
  return { payout, credit: payout + Math.round((payout * creditBonusPercent) / 100), creditBonusPercent };
}
