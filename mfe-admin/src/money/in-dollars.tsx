import { minorUnitsOf } from '@kinmel/contracts/browser';
import { fromShopCurrency } from '@kinmel/pricing';
import { formatMoney, formatPrice } from '@kinmel/web-kit';
import { Lines } from '../lists/cells.tsx';
import { ratesApi } from './rates-api.ts';

/**
 * Reads a sum of the shop's currency in dollars at the present rate, with that sum after it: "$243.70", "NPR 32,900".
 * Without a rate only the second. Sums in major units; empty without one.
 */
export function useInDollars(): (amount: number | null | undefined) => readonly string[] {
  const { data } = ratesApi.useGetRatesQuery();
  const rate = data?.find(({ currency }) => currency === 'USD');
  return (amount) => {
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return [];
    const own = formatPrice(amount);
    if (!rate) return [own];
    return [formatMoney(fromShopCurrency(minorUnitsOf(amount), rate)), own];
  };
}

interface InDollarsProps {
  amount: number | null | undefined;
  /** What is shown without a sum. */
  none?: string;
}

/** The same in a cell: dollars, and the shop's currency below. */
export function InDollars({ amount, none = 'N/A' }: InDollarsProps) {
  const lines = useInDollars()(amount);
  return lines.length === 0 ? none : <Lines lines={lines} />;
}

/** The same in one line. */
export function InDollarsText({ amount, none = 'N/A' }: InDollarsProps) {
  return useInDollars()(amount).join(' · ') || none;
}
