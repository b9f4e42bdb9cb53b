import type { ThemeName } from './run-seed.ts';

/** A fault that `planted` switches on in a service, and what it breaks. */
export interface PlantedFault {
  readonly name: string;
  readonly breaks: string;
  /** Those that find it. */
  readonly laws: readonly string[];
  /** What the seeds are about that find it. */
  readonly theme?: ThemeName;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'inbox.no-mark',
    breaks: 'a handled event leaves no mark, so that it takes effect as often as it comes',
    laws: ['I-8'],
  },
  {
    name: 'inbox.mark-first',
    breaks: 'the mark of a handled event is written before its effect, and stays without it',
    laws: ['I-3', 'I-9', 'I-10', 'I-41'],
  },
  {
    name: 'outbox.purged-early',
    breaks: 'sent events are removed before anybody can ask for them again',
    laws: ['I-3', 'I-9', 'I-10', 'I-41'],
  },
  {
    name: 'mail.before-effect',
    breaks: 'a mail says that a payout was paid when it was approved',
    laws: ['I-58'],
    theme: 'phones',
  },
  { name: 'reconciler.off', breaks: 'events that the broker lost are not sent again', laws: ['I-8'] },
  {
    name: 'ledger.below-zero',
    breaks: 'credit is taken without asking the balance',
    laws: ['I-33'],
    theme: 'credit',
  },
  {
    name: 'ledger.deleted-account',
    breaks: 'a posting does not ask whether the account was deleted',
    laws: ['I-53'],
    theme: 'credit',
  },
  {
    name: 'order.lost-update',
    breaks: 'an order is saved over a newer version',
    laws: ['I-3'],
    theme: 'orders',
  },
  {
    name: 'order.cancel-with-return',
    breaks: 'an order is cancelled while its goods are in a return',
    laws: ['I-56'],
    theme: 'returns',
  },
  {
    name: 'order.page-left-open',
    breaks: 'the page of a cancelled order is not looked at again',
    laws: ['I-57'],
    theme: 'orders',
  },
  {
    name: 'order.credit-kept',
    breaks: 'credit of a cancelled order does not go back',
    laws: ['I-34'],
    theme: 'credit',
  },
  {
    name: 'return.no-claim',
    breaks: 'order does not store which pieces a return claims',
    laws: ['I-50'],
    theme: 'returns',
  },
  {
    name: 'return.same-pieces',
    breaks: 'pieces of an order come back twice',
    laws: ['I-50'],
    theme: 'returns',
  },
  { name: 'return.claim-kept', breaks: 'a closed return keeps its pieces', laws: ['I-50'], theme: 'returns' },
  {
    name: 'refund.no-claim',
    breaks: 'a refund is asked for without a claim',
    laws: ['I-57'],
    theme: 'returns',
  },
  {
    name: 'document.no-credit-note',
    breaks: 'a refund has no credit note',
    laws: ['I-31', 'I-41'],
    theme: 'orders',
  },
  { name: 'stock.oversold', breaks: 'more is held than there is', laws: ['I-4'], theme: 'orders' },
  {
    name: 'stock.hold-kept',
    breaks: 'the hold of an order that was never placed is not released',
    laws: ['I-10'],
    theme: 'orders',
  },
  {
    name: 'catalog.device-given-back',
    breaks: 'a cancelled order puts a device back on sale in the catalog',
    laws: ['I-45'],
    theme: 'a phone on sale',
  },
  {
    name: 'catalog.older-listing',
    breaks: 'an older listing of a device undoes a newer one',
    laws: ['I-45'],
    theme: 'a phone on sale',
  },
  {
    name: 'catalog.edit-device',
    breaks: 'the product of a device is changed or deleted in the catalog',
    laws: ['I-45'],
    theme: 'a phone on sale',
  },
  {
    name: 'device.on-sale-at-buyer',
    breaks: 'a phone of a cancelled order is on sale while its buyer has it',
    laws: ['I-55'],
    theme: 'a sold phone',
  },
  {
    name: 'device.lost-update',
    breaks: 'a device is saved over a newer version',
    laws: ['I-44'],
    theme: 'a bought phone',
  },
  {
    name: 'sell.complete-pays',
    breaks: 'completing by hand pays for a phone that never came',
    laws: ['I-51'],
    theme: 'phones',
  },
  {
    name: 'sell.quote-in-shop',
    breaks: 'staff quote anew while the phone is in the shop',
    laws: ['I-52'],
    theme: 'phones',
  },
  {
    name: 'sell.forgotten-with-phone',
    breaks: 'a request is forgotten while its phone is in the shop',
    laws: ['I-54'],
    theme: 'phones',
  },
  {
    name: 'offer.above-limit',
    breaks: 'an offer is used more often than it may be',
    laws: ['I-5'],
    theme: 'orders',
  },
  {
    name: 'request.lost-update',
    breaks: 'a request is saved over a newer version',
    laws: ['I-25'],
    theme: 'phones',
  },
];
