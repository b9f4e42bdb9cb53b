import type { ThemeName } from './run-seed.ts';

type PlantedFault = readonly [name: string, laws: string, theme: ThemeName, breaks: string];

/**
 * Faults that `planted` switches on in a service, with the invariants that find each, the theme of its seeds, and its
 * effect.
 */
export const plantedFaults: readonly PlantedFault[] = [
  ['inbox.no-mark', 'I-8', 'everything', 'a handled event leaves no mark'],
  ['inbox.mark-first', 'I-3 I-9 I-10 I-41', 'everything', 'the mark of an event stays without its effect'],
  ['outbox.purged-early', 'I-3 I-9 I-10 I-41', 'everything', 'sent events are removed at once'],
  ['mail.before-effect', 'I-58', 'a bought phone', 'a payout that is not paid yet is told as paid'],
  ['reconciler.off', 'I-8', 'everything', 'events that the broker lost are not sent again'],
  ['ledger.balance-first', 'I-33', 'credit', 'a balance changes although its posting is given up'],
  ['ledger.deleted-account', 'I-53', 'credit', 'a posting does not ask whether the account was deleted'],
  ['order.lost-update', 'I-3 I-62', 'orders', 'an order is saved over a newer version'],
  ['order.cancel-with-return', 'I-56', 'returns', 'an order is cancelled while its goods are in a return'],
  ['order.page-left-open', 'I-57', 'orders', 'the page of a cancelled order is not looked at again'],
  ['order.credit-kept', 'I-34', 'credit', 'credit of a cancelled order does not go back'],
  ['return.no-claim', 'I-50', 'returns', 'order does not store which pieces a return claims'],
  ['return.same-pieces', 'I-50', 'a return taken up again', 'pieces of an order come back twice'],
  ['return.claim-kept', 'I-50', 'returns', 'a closed return keeps its pieces'],
  ['refund.no-claim', 'I-57', 'returns', 'a refund is asked for while another one has the lease'],
  ['document.no-credit-note', 'I-31 I-41', 'orders', 'a refund has no credit note'],
  ['stock.oversold', 'I-4', 'orders', 'more is held than there is'],
  ['stock.hold-kept', 'I-10', 'orders', 'the hold of an order that was never placed is not released'],
  ['catalog.device-given-back', 'I-45', 'a sold phone', 'a cancelled order puts a device back on sale'],
  ['catalog.older-listing', 'I-45', 'a phone on sale', 'an older listing of a device undoes a newer one'],
  ['catalog.edit-device', 'I-45', 'a phone on sale', 'the product of a device is edited in the catalog'],
  ['device.on-sale-at-buyer', 'I-55', 'a sold phone', 'a phone is on sale while its buyer has it'],
  ['device.lost-update', 'I-44 I-62', 'a bought phone', 'a device is saved over a newer version'],
  ['sell.complete-pays', 'I-51', 'phones', 'completing by hand pays for a phone that never came'],
  ['sell.quote-in-shop', 'I-52', 'phones', 'staff quote anew while the phone is in the shop'],
  [
    'sell.forgotten-with-phone',
    'I-54',
    'a declined phone',
    'a request is forgotten while its phone is in the shop',
  ],
  ['offer.above-limit', 'I-5', 'orders', 'an offer is used more often than it may be'],
  ['request.lost-update', 'I-25 I-62', 'phones', 'a request is saved over a newer version'],
];
