/** A fault that `planted` switches on in a service, and what it breaks. */
export interface PlantedFault {
  readonly name: string;
  readonly breaks: string;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'inbox.no-mark',
    breaks: 'a handled event leaves no mark, so that it takes effect as often as it comes',
  },
  { name: 'reconciler.off', breaks: 'events that the broker lost are not sent again' },
  { name: 'ledger.below-zero', breaks: 'credit is taken without asking the balance' },
  { name: 'ledger.deleted-account', breaks: 'a posting does not ask whether the account was deleted' },
  { name: 'order.lost-update', breaks: 'an order is saved over a newer version' },
  { name: 'order.cancel-with-return', breaks: 'an order is cancelled while its goods are in a return' },
  { name: 'order.page-left-open', breaks: 'the page of a cancelled order is not looked at again' },
  { name: 'order.credit-kept', breaks: 'credit of a cancelled order does not go back' },
  { name: 'return.no-claim', breaks: 'order does not store which pieces a return claims' },
  { name: 'return.same-pieces', breaks: 'pieces of an order come back twice' },
  { name: 'return.claim-kept', breaks: 'a closed return keeps its pieces' },
  { name: 'refund.no-claim', breaks: 'a refund is asked for without a claim' },
  { name: 'document.no-credit-note', breaks: 'a refund has no credit note' },
  { name: 'stock.oversold', breaks: 'more is held than there is' },
  { name: 'stock.hold-kept', breaks: 'the hold of an order that was never placed is not released' },
  {
    name: 'catalog.device-given-back',
    breaks: 'a cancelled order puts a device back on sale in the catalog',
  },
  { name: 'catalog.older-listing', breaks: 'an older listing of a device undoes a newer one' },
  { name: 'catalog.edit-device', breaks: 'the product of a device is changed or deleted in the catalog' },
  {
    name: 'device.on-sale-at-buyer',
    breaks: 'a phone of a cancelled order is on sale while its buyer has it',
  },
  { name: 'device.lost-update', breaks: 'a device is saved over a newer version' },
  { name: 'sell.complete-pays', breaks: 'completing by hand pays for a phone that never came' },
  { name: 'sell.quote-in-shop', breaks: 'staff quote anew while the phone is in the shop' },
  { name: 'sell.forgotten-with-phone', breaks: 'a request is forgotten while its phone is in the shop' },
  { name: 'offer.above-limit', breaks: 'an offer is used more often than it may be' },
  { name: 'request.lost-update', breaks: 'a request is saved over a newer version' },
];
