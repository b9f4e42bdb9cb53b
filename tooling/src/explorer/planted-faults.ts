import type { ThemeName } from './run-seed.ts';

/** A fault that `planted` switches on in a service, and what it breaks. */
export interface PlantedFault {
  readonly name: string;
  readonly breaks: string;
  /** What the seeds are about that find it. */
  readonly theme?: ThemeName;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'inbox.no-mark',
    breaks: 'a handled event leaves no mark, so that it takes effect as often as it comes',
  },
  { name: 'reconciler.off', breaks: 'events that the broker lost are not sent again' },
  { name: 'ledger.below-zero', breaks: 'credit is taken without asking the balance', theme: 'credit' },
  {
    name: 'ledger.deleted-account',
    breaks: 'a posting does not ask whether the account was deleted',
    theme: 'credit',
  },
  { name: 'order.lost-update', breaks: 'an order is saved over a newer version', theme: 'orders' },
  {
    name: 'order.cancel-with-return',
    breaks: 'an order is cancelled while its goods are in a return',
    theme: 'returns',
  },
  {
    name: 'order.page-left-open',
    breaks: 'the page of a cancelled order is not looked at again',
    theme: 'orders',
  },
  { name: 'order.credit-kept', breaks: 'credit of a cancelled order does not go back', theme: 'credit' },
  { name: 'return.no-claim', breaks: 'order does not store which pieces a return claims', theme: 'returns' },
  { name: 'return.same-pieces', breaks: 'pieces of an order come back twice', theme: 'returns' },
  { name: 'return.claim-kept', breaks: 'a closed return keeps its pieces', theme: 'returns' },
  { name: 'refund.no-claim', breaks: 'a refund is asked for without a claim', theme: 'returns' },
  { name: 'document.no-credit-note', breaks: 'a refund has no credit note', theme: 'orders' },
  { name: 'stock.oversold', breaks: 'more is held than there is', theme: 'orders' },
  {
    name: 'stock.hold-kept',
    breaks: 'the hold of an order that was never placed is not released',
    theme: 'orders',
  },
  {
    name: 'catalog.device-given-back',
    breaks: 'a cancelled order puts a device back on sale in the catalog',
    theme: 'a phone on sale',
  },
  {
    name: 'catalog.older-listing',
    breaks: 'an older listing of a device undoes a newer one',
    theme: 'a phone on sale',
  },
  {
    name: 'catalog.edit-device',
    breaks: 'the product of a device is changed or deleted in the catalog',
    theme: 'a phone on sale',
  },
  {
    name: 'device.on-sale-at-buyer',
    breaks: 'a phone of a cancelled order is on sale while its buyer has it',
    theme: 'a sold phone',
  },
  { name: 'device.lost-update', breaks: 'a device is saved over a newer version', theme: 'a bought phone' },
  {
    name: 'sell.complete-pays',
    breaks: 'completing by hand pays for a phone that never came',
    theme: 'phones',
  },
  { name: 'sell.quote-in-shop', breaks: 'staff quote anew while the phone is in the shop', theme: 'phones' },
  {
    name: 'sell.forgotten-with-phone',
    breaks: 'a request is forgotten while its phone is in the shop',
    theme: 'phones',
  },
  { name: 'offer.above-limit', breaks: 'an offer is used more often than it may be', theme: 'orders' },
  { name: 'request.lost-update', breaks: 'a request is saved over a newer version', theme: 'phones' },
];
