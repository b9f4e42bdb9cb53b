import { readFileSync } from 'node:fs';
import { FiltersEngine, Request } from '@ghostery/adblocker';

const rules = readFileSync(new URL('./block-list.txt', import.meta.url), 'utf8');
const engine = FiltersEngine.parse(rules, { loadCosmeticFilters: false, enableOptimizations: false });
const shop = 'https://shop.example';

/** The addresses that content blockers would keep from visitors, each with the rule. */
export const blockedAmong = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => {
    const request = Request.fromRawDetails({ url: shop + address, sourceUrl: shop, type: 'xhr' });
    const { match, filter } = engine.match(request);
    return match && filter ? [`${address} (${filter.toString()})`] : [];
  });
