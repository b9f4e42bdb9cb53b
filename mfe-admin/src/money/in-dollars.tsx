import { minorUnitsOf } from '@kinmel/contracts/browser';
import { fromShopCurrency } from '@kinmel/pricing';
import { formatMoney, formatPrice } from '@kinmel/web-kit';
import { Lines } from '../lists/cells.tsx';
import { ratesApi } from './rates-api.ts';

/**
 * Formats a sum of the shop's currency in dollars at the current rate, followed by the sum itself: "$243.70", "NPR
 * 32,900". Without a rate only the sum is shown. Sums are in major units; without a sum the text is empty.
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
  /** Text for a missing sum. */
  none?: string;
}

/** A table cell with dollars, and the shop's currency below. */
export function InDollars({ amount, none = 'N/A' }: InDollarsProps) {
  const lines = useInDollars()(amount);
  return lines.length === 0 ? none : <Lines lines={lines} />;
}

/** Dollars and the shop's currency in one line. */
export function InDollarsText({ amount, none = 'N/A' }: InDollarsProps) {
  return useInDollars()(amount).join(' · ') || none;
}
