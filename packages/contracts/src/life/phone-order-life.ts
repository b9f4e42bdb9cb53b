import { defineLife, type StatusOf } from './life.ts';

/** An order of a new phone by form. Its priority determines the promised time. */
export const phoneOrderLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open' },
    confirmed: { word: 'Confirmed', tone: 'ok', stage: 'open' },
    processing: { word: 'Processing', tone: 'info', stage: 'open', isBegun: true },
    shipped: { word: 'Shipped', tone: 'violet', stage: 'open', isBegun: true },
    delivered: { word: 'Delivered', tone: 'ok', stage: 'closed' },
    cancelled: { word: 'Cancelled', tone: 'bad', stage: 'closed' },
  },
  event: 'phone-order.status-changed',
  steps: [
    { from: ['pending'], to: 'confirmed', by: ['staff'] },
    { from: ['pending', 'confirmed'], to: 'processing', by: ['staff'] },
    { from: ['processing'], to: 'shipped', by: ['staff'] },
    { from: ['shipped'], to: 'delivered', by: ['staff'] },
    {
      from: ['pending', 'confirmed', 'processing'],
      to: 'cancelled',
      by: ['staff'],
      event: 'phone-order.cancelled',
    },
    {
      from: ['pending', 'confirmed'],
      to: 'cancelled',
      by: ['customer'],
      event: 'phone-order.cancelled',
      endpoint: 'cancelTrackedRequest',
    },
  ],
  otherSteps: { notFrom: [] },
});

export type PhoneOrderStatus = StatusOf<typeof phoneOrderLife>;
