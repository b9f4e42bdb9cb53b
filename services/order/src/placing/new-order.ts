import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { newOrderNumber } from '../orders/order-number.ts';
import type { PlaceOrderBody } from './placing-context.ts';
import type { Today } from './pricing/price-today.ts';

/** The order as it begins: pending, unpaid, at today's prices. Nothing of it is stored yet. */
export function newOrder(
  orderId: string,
  {
    userId,
    body,
    today: { priced, promoCode, offerTitles, policyVersion },
    now,
  }: { readonly userId: string; readonly body: PlaceOrderBody; readonly today: Today; readonly now: Date },
): Order {
  return {
    id: orderId,
    orderNumber: newOrderNumber(),
    userId,
    customerDetails: body.customerDetails,
    lines: priced.lines,
    pricing: priced.pricing,
    decisions: priced.decisions,
    promoCode,
    offerIds: [...offerTitles.keys()],
    policyVersion,
    paymentMethod: body.paymentMethod,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      { at: now, by: 'customer', who: userId, what: 'order-status', from: null, to: 'pending', note: '' },
    ],
    payUntil: body.paymentMethod === 'card' ? new Date(now.getTime() + payWithinMs) : null,
    card: null,
    refund: null,
    isBuyerGone: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
