import { defineLife, type StatusOf } from './life.ts';

/** The payment of an order. The payment provider changes it, and staff for money that they received or gave back. */
export const paymentLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'with-customer' },
    paid: { word: 'Paid', tone: 'ok', stage: 'closed' },
    failed: { word: 'Failed', tone: 'bad', stage: 'with-customer' },
    refunded: { word: 'Refunded', tone: 'info', stage: 'closed' },
  },
  steps: [
    { from: ['pending', 'failed'], to: 'paid', by: ['shop', 'staff'], event: 'payment.succeeded' },
    { from: ['pending'], to: 'failed', by: ['shop', 'staff'], event: 'payment.failed' },
    { from: ['paid'], to: 'refunded', by: ['shop', 'staff'], event: 'order.refunded' },
  ],
  otherSteps: { notFrom: [] },
});

export type PaymentStatus = StatusOf<typeof paymentLife>;
