import { defineLife, type StatusOf } from './life.ts';

/** The places of a pre-loved phone. */
export const deviceLife = defineLife({
  statuses: {
    received: { word: 'Received', tone: 'info', stage: 'open', promised: { businessDays: 1 } },
    inspected: { word: 'Inspected', tone: 'violet', stage: 'open' },
    workshop: { word: 'Workshop', tone: 'warn', stage: 'open', promised: { businessDays: 3 } },
    'for-sale': { word: 'For sale', tone: 'ok', stage: 'with-customer' },
    sold: { word: 'Sold', tone: 'pine', stage: 'with-customer' },
    /** Its order was cancelled after the phone had left the shop, so the buyer still has it. */
    awaited: { word: 'Awaited', tone: 'warn', stage: 'open', promised: { businessDays: 3 } },
    /** A buyer has returned it. */
    returned: { word: 'Returned', tone: 'warn', stage: 'open', promised: { businessDays: 1 } },
    /** The person who offered it, or its buyer, has it and keeps it. */
    customer: { word: 'Customer', tone: 'mute', stage: 'closed' },
    recycled: { word: 'Recycled', tone: 'mute', stage: 'closed' },
  },
  steps: [
    {
      from: ['sold', 'customer'],
      to: 'received',
      by: ['staff'],
      claim: 'sell-request',
      event: 'device.received',
      endpoint: 'receiveDevice',
    },
    {
      from: ['received', 'workshop', 'returned'],
      to: 'inspected',
      by: ['staff'],
      event: 'device.inspected',
      endpoint: 'inspectDevice',
    },
    // The service itself takes this step when staff stop the payment to the seller.
    { from: ['for-sale'], to: 'inspected', by: ['staff', 'shop'] },
    { from: ['inspected', 'for-sale'], to: 'workshop', by: ['staff'] },
    // Sent back to its seller, with the tracking number, or handed over at the desk.
    {
      from: ['received', 'inspected', 'workshop'],
      to: 'customer',
      by: ['staff'],
      needsNote: true,
      event: 'device.sent-back',
    },
    { from: ['awaited'], to: 'returned', by: ['staff'] },
    // The buyer keeps it.
    { from: ['awaited'], to: 'customer', by: ['staff'], needsNote: true },
    { from: ['inspected', 'workshop'], to: 'recycled', by: ['staff'] },
    { from: ['inspected'], to: 'for-sale', by: ['staff'], event: 'device.listed', endpoint: 'sellDevice' },
    // Sold by an order.
    { from: ['for-sale'], to: 'sold', by: ['shop'] },
    { from: ['sold'], to: 'for-sale', by: ['shop'], event: 'device.listed' },
    { from: ['sold'], to: 'inspected', by: ['shop'] },
    // Its buyer may have offered it to the shop and got it back.
    { from: ['sold', 'customer'], to: 'awaited', by: ['shop'] },
    { from: ['sold', 'customer'], to: 'returned', by: ['shop'] },
  ],
});

export type DevicePlace = StatusOf<typeof deviceLife>;
