import { defineLife, type StatusOf } from './life.ts';

/** An order of a cart. Staff may skip statuses and go back with a note; a cancelled one stays cancelled. */
export const orderLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open', promised: { hours: 24 } },
    confirmed: { word: 'Confirmed', tone: 'ok', stage: 'open', promised: { businessDays: 5 }, isBegun: true },
    processing: {
      word: 'Processing',
      tone: 'info',
      stage: 'open',
      promised: { businessDays: 5 },
      isBegun: true,
    },
    shipped: { word: 'Shipped', tone: 'violet', stage: 'open', promised: { businessDays: 5 }, isBegun: true },
    delivered: { word: 'Delivered', tone: 'ok', stage: 'closed', isBegun: true },
    cancelled: { word: 'Cancelled', tone: 'bad', stage: 'closed' },
  },
  event: 'order.status-changed',
  steps: [
    { from: ['pending'], to: 'confirmed', by: ['staff'] },
    { from: ['pending', 'confirmed'], to: 'processing', by: ['staff'] },
    { from: ['processing'], to: 'shipped', by: ['staff'] },
    { from: ['shipped'], to: 'delivered', by: ['staff'] },
    {
      from: ['pending', 'confirmed', 'processing'],
      to: 'cancelled',
      by: ['staff'],
      claim: 'pieces-of-order',
      event: 'order.cancelled',
    },
    {
      from: ['pending'],
      to: 'cancelled',
      by: ['customer'],
      event: 'order.cancelled',
      endpoint: 'cancelOrder',
    },
    // The order was not paid in time.
    { from: ['pending'], to: 'cancelled', by: ['shop'], event: 'order.cancelled' },
  ],
  otherSteps: { notFrom: ['cancelled'] },
});

export type OrderStatus = StatusOf<typeof orderLife>;
