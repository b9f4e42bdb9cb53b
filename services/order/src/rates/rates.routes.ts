import { largestUnconfirmedRateChange, rateEndpoints } from '@kinmel/contracts';
import { auditEntry, ProblemError, type Route, route } from '@kinmel/service-kit';
import type { RatesStore } from './rates.store.ts';

export interface RatesContext {
  readonly rates: RatesStore;
  readonly now: () => Date;
}

const changedMeanwhile = () =>
  new ProblemError(
    'version-conflict',
    'Somebody else set this rate in the meantime. Please look at it again.',
  );

const inUnits = (minorUnits: number) => (minorUnits / 100).toFixed(2);

export const ratesRoutes = ({ rates, now }: RatesContext): Route[] => [
  route(rateEndpoints.listRates, () => rates.list()),
  route(rateEndpoints.setRate, async ({ body, staff }) => {
    const { currency, shopMinorUnits, reason, seenNumber, isConfirmed } = body;
    const before = (await rates.list()).find((rate) => rate.currency === currency);
    if (before?.number !== seenNumber) throw changedMeanwhile();
    const factor = shopMinorUnits / before.shopMinorUnits;
    const isLarge = Math.max(factor, 1 / factor) > largestUnconfirmedRateChange;
    if (isLarge && !isConfirmed)
      throw new ProblemError(
        'needs-confirmation',
        `One ${currency} would be NPR ${inUnits(shopMinorUnits)}; it is NPR ${inUnits(before.shopMinorUnits)} now. Is that right?`,
      );
    const rate = {
      currency,
      number: seenNumber + 1,
      shopMinorUnits,
      from: now().toISOString(),
      setBy: staff.person.name,
      reason,
    };
    const entry = auditEntry(
      staff,
      { kind: 'rate', id: currency },
      {
        before: { shopMinorUnits: before.shopMinorUnits },
        after: { shopMinorUnits },
        shownFields: 'all',
        note: reason,
      },
    );
    if (!(await rates.add(rate, entry))) throw changedMeanwhile();
    return rate;
  }),
];
