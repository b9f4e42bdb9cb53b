import { type ShopCalendar, shopDays } from '@kinmel/service-kit';
import { sampleDelivery } from '@kinmel/testing/samples';
import type { Order } from '../orders/order.ts';

const moment = new Date('2026-11-20T10:00:00.000Z');

export function anOrder(over: Partial<Order> = {}): Order {
  return {
    id: '6500000000000000000000aa',
    orderNumber: 'KM-7H2K-94QX',
    userId: 'user-1',
    customerDetails: sampleDelivery,
    currency: 'NPR',
    lines: [
      {
        productId: 'a'.repeat(24),
        isProduct: true,
        name: 'Galaxy S26',
        details: '256 GB, Silver',
        image: '',
        priceInMinorUnits: 100_000,
        originalPriceInMinorUnits: 100_000,
        quantity: 1,
        lineTotalInMinorUnits: 100_000,
        promoCode: null,
        specialOffer: null,
      },
    ],
    pricing: {
      subtotalInMinorUnits: 100_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 8_000,
      totalInMinorUnits: 108_000,
    },
    decisions: [{ rule: 'tax', line: null, title: 'Tax (8%)', amountInMinorUnits: 8_000 }],
    promoCode: null,
    offerIds: [],
    policyVersion: 1,
    paymentMethod: 'cash_on_delivery',
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      {
        at: moment,
        by: 'customer',
        who: 'user-1',
        what: 'order-status',
        from: null,
        to: 'pending',
        note: '',
      },
    ],
    payUntil: null,
    onlinePayment: null,
    refund: null,
    isBuyerDeleted: false,
    createdAt: moment,
    updatedAt: moment,
    version: 1,
    ...over,
  };
}

/** Closed on Friday, 25 December 2026. */
export const testCalendar: ShopCalendar = {
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set(['2026-12-25']),
};
