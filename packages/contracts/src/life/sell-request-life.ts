import { defineLife, type StatusOf } from './life.ts';

/**
 * A phone offered to the shop. `completed` with an agreed sum means settled, which only its inspection, or the
 * acceptance of a lower quote after it, can cause. When staff complete a request otherwise, it is closed without
 * payment.
 */
export const sellRequestLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open', promised: { hours: 24 } },
    reviewed: { word: 'Reviewed', tone: 'info', stage: 'open', promised: { hours: 24 } },
    quoted: { word: 'Quoted', tone: 'violet', stage: 'with-customer' },
    accepted: { word: 'Accepted', tone: 'ok', stage: 'open', promised: { businessDays: 0 }, isBegun: true },
    rejected: { word: 'Rejected', tone: 'bad', stage: 'closed' },
    completed: { word: 'Completed', tone: 'pine', stage: 'closed' },
  },
  event: 'sell-request.status-changed',
  steps: [
    { from: ['pending'], to: 'reviewed', by: ['staff'] },
    { from: ['pending', 'reviewed'], to: 'quoted', by: ['staff'], event: 'sell-request.quoted' },
    { from: ['quoted'], to: 'accepted', by: ['staff'] },
    { from: ['quoted'], to: 'accepted', by: ['customer'], endpoint: 'acceptQuote' },
    // The phone is as quoted, or was inspected before its lower quote was accepted.
    { from: ['accepted'], to: 'completed', by: ['shop'], event: 'sell-request.settled' },
    {
      from: ['quoted'],
      to: 'completed',
      by: ['customer'],
      event: 'sell-request.settled',
      endpoint: 'acceptQuote',
    },
    // The inspection quotes a lower price.
    { from: ['accepted'], to: 'quoted', by: ['shop'], event: 'sell-request.quoted' },
    { from: ['pending', 'reviewed', 'quoted', 'accepted'], to: 'rejected', by: ['staff'], claim: 'phone' },
    { from: ['quoted'], to: 'rejected', by: ['customer'], endpoint: 'declineQuote' },
    { from: ['pending', 'reviewed'], to: 'rejected', by: ['customer'], endpoint: 'cancelTrackedRequest' },
    // The quote of an inspected phone has expired.
    { from: ['quoted'], to: 'rejected', by: ['shop'] },
  ],
  otherSteps: { notFrom: [] },
});

export type SellRequestStatus = StatusOf<typeof sellRequestLife>;
