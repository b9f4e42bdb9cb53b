import { readFileSync } from 'node:fs';
import { FiltersEngine, Request } from '@ghostery/adblocker';

const rules = readFileSync(new URL('./block-list.txt', import.meta.url), 'utf8');
const engine = FiltersEngine.parse(rules, { loadCosmeticFilters: false });
const shop = 'https://shop.example';

/** The addresses that content blockers would block. */
export const blockedAddresses = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address) =>
      engine.match(Request.fromRawDetails({ url: shop + address, sourceUrl: shop, type: 'xhr' })).match,
  );
