import { defineLife, type StatusOf } from './life.ts';

/** Goods that a customer returns. Its order owns the pieces, which an open return claims. */
export const returnLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open', promised: { businessDays: 1 } },
    accepted: { word: 'Accepted', tone: 'ok', stage: 'with-customer', isBegun: true },
    rejected: { word: 'Rejected', tone: 'bad', stage: 'closed' },
    /** The shop has the goods. */
    received: { word: 'Received', tone: 'info', stage: 'open', promised: { businessDays: 2 }, isBegun: true },
    /** Staff found the goods worse than described and offered a lower refund. */
    offered: { word: 'Offered', tone: 'violet', stage: 'with-customer', isBegun: true },
    /** The shop still has goods that it will not refund. */
    'to-send-back': {
      word: 'To send back',
      tone: 'warn',
      stage: 'open',
      promised: { businessDays: 1 },
      isBegun: true,
    },
    /** The goods have left the shop. */
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
    // The result of the inspection: as described, or with a lower refund.
    { from: ['received'], to: 'settled', by: ['staff'], event: 'return.settled', endpoint: 'inspectReturn' },
    { from: ['received'], to: 'offered', by: ['staff'], needsNote: true, endpoint: 'inspectReturn' },
    { from: ['offered'], to: 'settled', by: ['customer'], event: 'return.settled', endpoint: 'acceptQuote' },
    { from: ['offered'], to: 'to-send-back', by: ['customer'], endpoint: 'declineQuote' },
    // Declined after the goods had arrived.
    { from: ['received'], to: 'to-send-back', by: ['staff'], needsNote: true },
    // The tracking number of the parcel, or how the goods went back.
    { from: ['to-send-back'], to: 'sent-back', by: ['staff'], needsNote: true },
    // The status was set by mistake.
    { from: ['received'], to: 'accepted', by: ['staff'], needsNote: true },
    { from: ['offered', 'to-send-back'], to: 'received', by: ['staff'], needsNote: true },
    { from: ['sent-back'], to: 'to-send-back', by: ['staff'], needsNote: true, claim: 'pieces-of-order' },
    // Resumed, because its goods may still arrive.
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
