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
    const shopPrice = formatPrice(amount);
    if (!rate) return [shopPrice];
    return [formatMoney(fromShopCurrency(minorUnitsOf(amount), rate)), shopPrice];
  };
}

interface InDollarsProps {
  amount: number | null | undefined;
  /** Text for a missing sum. */
  emptyText?: string;
}

/** A table cell with dollars, and the shop's currency below. */
export function InDollars({ amount, emptyText = 'N/A' }: InDollarsProps) {
  const lines = useInDollars()(amount);
  return lines.length === 0 ? emptyText : <Lines lines={lines} />;
}

/** Dollars and the shop's currency in one line. */
export function InDollarsText({ amount, emptyText = 'N/A' }: InDollarsProps) {
  return useInDollars()(amount).join(' · ') || emptyText;
}
