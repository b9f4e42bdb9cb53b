import { defineLife, type StatusOf } from './life.ts';

/** Goods that a customer sends back. Its order has the pieces, which a return claims until it is closed. */
export const returnLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open', promised: { businessDays: 1 } },
    accepted: { word: 'Accepted', tone: 'ok', stage: 'with-customer', isBegun: true },
    rejected: { word: 'Rejected', tone: 'bad', stage: 'closed' },
    /** The shop has the goods. */
    received: { word: 'Received', tone: 'info', stage: 'open', promised: { businessDays: 2 }, isBegun: true },
    /** Staff found them worse than described and offered a lower refund. */
    offered: { word: 'Offered', tone: 'violet', stage: 'with-customer', isBegun: true },
    /** The shop still has goods that it does not refund. */
    'to-send-back': {
      word: 'To send back',
      tone: 'warn',
      stage: 'open',
      promised: { businessDays: 1 },
      isBegun: true,
    },
    /** They left the shop. */
    'sent-back': { word: 'Sent back', tone: 'mute', stage: 'closed' },
    settled: { word: 'Settled', tone: 'pine', stage: 'closed' },
    cancelled: { word: 'Cancelled', tone: 'bad', stage: 'closed' },
  },
  event: 'return.status-changed',
  steps: [
    { from: ['pending'], to: 'accepted', by: ['staff'] },
    { from: ['accepted'], to: 'received', by: ['staff'] },
    { from: ['pending', 'accepted'], to: 'rejected', by: ['staff'], needsNote: true },
    { from: ['pending', 'accepted'], to: 'cancelled', by: ['staff'] },
    { from: ['pending', 'accepted'], to: 'cancelled', by: ['customer'], endpoint: 'cancelTrackedRequest' },
    // The inspection: as described, or with a lower refund.
    { from: ['received'], to: 'settled', by: ['staff'], event: 'return.settled', endpoint: 'inspectReturn' },
    { from: ['received'], to: 'offered', by: ['staff'], needsNote: true, endpoint: 'inspectReturn' },
    { from: ['offered'], to: 'settled', by: ['customer'], event: 'return.settled', endpoint: 'acceptQuote' },
    { from: ['offered'], to: 'to-send-back', by: ['customer'], endpoint: 'declineQuote' },
    // Declined after its goods came.
    { from: ['received'], to: 'to-send-back', by: ['staff'], needsNote: true },
    // The number of the parcel, or how the goods went back.
    { from: ['to-send-back'], to: 'sent-back', by: ['staff'], needsNote: true },
    // Marked by mistake.
    { from: ['received'], to: 'accepted', by: ['staff'], needsNote: true },
    { from: ['offered', 'to-send-back'], to: 'received', by: ['staff'], needsNote: true },
    { from: ['sent-back'], to: 'to-send-back', by: ['staff'], needsNote: true, claim: 'pieces-of-order' },
    // Taken up again: its goods may still come.
    {
      from: ['rejected', 'cancelled'],
      to: 'accepted',
      by: ['staff'],
      needsNote: true,
      claim: 'pieces-of-order',
    },
  ],
});

export type ReturnStatus = StatusOf<typeof returnLife>;
