import { modelKey, type sellBrands } from '@kinmel/contracts';
import type { Estimate, OfferedPhone } from '../sell-requests/sell-request.rules.ts';
import { priceTable } from './price-table.rules.ts';

/** SR-E1: the estimated price range; null for an unknown model or storage. */
export function estimate({
  brand,
  model,
  storage,
  condition,
  hasCharger,
}: Omit<OfferedPhone, 'color'>): Estimate | null {
  const { models, perDoubling, charger, conditions, spread, version } = priceTable;
  const modelPrice = models.find((one) => one.brand === brand && modelKey(one.model) === modelKey(model));
  if (!modelPrice || Number(storage) < modelPrice.smallestStorage) return null;
  const doublings = Math.log2(Number(storage) / modelPrice.smallestStorage);
  const price =
    (modelPrice.price + perDoubling * doublings) * conditions[condition] + (hasCharger ? charger : 0);
  // Whole dollars, because cents would suggest a false precision.
  return {
    lowInMinorUnits: Math.floor(price * (1 - spread)) * 100,
    highInMinorUnits: Math.ceil(price * (1 + spread)) * 100,
    tableVersion: version,
  };
}

/** The models of the price table by brand. */
export function knownModels(): { brand: (typeof sellBrands)[number]; models: string[] }[] {
  const byBrand = Map.groupBy(priceTable.models, ({ brand }) => brand);
  return [...byBrand].map(([brand, models]) => ({ brand, models: models.map(({ model }) => model) }));
}
