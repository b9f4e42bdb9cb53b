/**
 * Faults that the rig switches on in the services, the laws of which any one detects the fault, and its effect. Keep the
 * table of `docs/how-to/rig.md` in sync.
 */
export const plantedFaults: readonly (readonly [name: string, laws: string, breaks: string])[] = [
  ['order.unsaved', 'lost', 'an acknowledged order is not stored'],
  ['order.unsaved-change', 'back', 'an acknowledged change of an order is not stored'],
  ['order.key-not-stored', 'key doubled', 'a repeated key places a second order'],
  ['order.lost-update', 'writers state', 'an order is saved over a newer version'],
  ['request.lost-update', 'writers state', 'a request is saved over a newer version'],
  ['inbox.no-mark', 'I-8', 'a handled event leaves no mark'],
  ['inbox.mark-first', 'I-3 I-9 I-10 I-41', 'the mark of an event stays without its effect'],
  ['outbox.purged-early', 'I-25', 'sent events are removed at once'],
  ['return.claim-kept', 'I-50', 'a closed return keeps its pieces'],
  ['document.no-credit-note', 'I-41', 'a refund has no credit note'],
];
