import { getPolicy, requestCurrency } from '@kinmel/contracts';
import type { Logger, ServiceClient } from '@kinmel/service-kit';
import type { Rate } from './request.rules.ts';

/** Undefined when it is not known. */
export type ReadRate = () => Promise<Rate | undefined>;

/** Rejects when order does not answer. */
export const rateFrom =
  (order: ServiceClient): ReadRate =>
  async () =>
    (await order.call(getPolicy)).data.rates.find(({ currency }) => currency === requestCurrency);

const keptMs = 60_000;

/** The rate in force, read at most once a minute. While order does not answer, the last one that is known. */
export function createRateInForce(read: ReadRate, now: () => Date, logger: Logger): ReadRate {
  let kept: { readonly span: number; readonly rate: Promise<Rate | undefined> } | undefined;
  return () => {
    const span = Math.floor(now().getTime() / keptMs);
    if (kept?.span === span) return kept.rate;
    const before = kept?.rate;
    const rate = read().catch(async (error: unknown) => {
      logger.warn({ err: error }, 'the rate of the dollar could not be read');
      const known = await before;
      if (known === undefined) kept = undefined;
      return known;
    });
    kept = { span, rate };
    return rate;
  };
}
