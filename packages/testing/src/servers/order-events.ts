import { orderCancelled, orderPlaced, orderStatusChanged, returnSettled } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';

interface Line {
  readonly productId: string;
  readonly quantity?: number;
  readonly isProduct?: boolean;
  readonly isRestocked?: boolean;
}

const orderData = (orderId: string) => ({
  orderId,
  orderNumber: 'KM-7H2K-94QX',
  userId: 'user-1',
  customer: { name: 'Sita', email: 'sita@example.com' },
});

/** An event of the order service, with the fields that the test sets. */
export const placedEvent = (orderId: string, lines: readonly Line[], changes: object = {}) => {
  const line = { offerId: null, name: 'Pixel', details: '', priceInMinorUnits: 1, lineTotalInMinorUnits: 1 };
  const sums = { subtotalInMinorUnits: 1, shippingInMinorUnits: 0, taxInMinorUnits: 0, totalInMinorUnits: 1 };
  return createEvent(orderPlaced, {
    aggregateId: orderId,
    aggregateVersion: 1,
    data: {
      ...orderData(orderId),
      ...sums,
      lines: lines.map((lineChanges) => ({ ...line, quantity: 1, isProduct: true, ...lineChanges })),
      offerIds: [],
      promoCode: null,
      taxLabel: 'Tax (8%)',
      paymentMethod: 'cash_on_delivery',
      deliverTo: 'Kathmandu',
      ...changes,
    },
  });
};

export const statusEvent = (
  orderId: string,
  to: 'pending' | 'confirmed' | 'shipped' | 'delivered',
  version = 2,
) =>
  createEvent(orderStatusChanged, {
    aggregateId: orderId,
    aggregateVersion: version,
    data: { ...orderData(orderId), from: 'pending', to, note: '' },
  });

export const cancelledEvent = (orderId: string, changes: object = {}) =>
  createEvent(orderCancelled, {
    aggregateId: orderId,
    aggregateVersion: 3,
    data: { ...orderData(orderId), reason: 'customer', note: '', money: 'none', ...changes },
  });

/** An event of service-request about returned goods of an order. */
export const returnedEvent = (orderId: string, lines: readonly Line[]) => {
  const requestId = 'e'.repeat(24);
  const request = { requestId, reference: 'RT001', subject: 'Pixel', sealedTrackingToken: 'sealed' };
  const defaults = { quantity: 1, isProduct: true, isRestocked: true };
  return createEvent(returnSettled, {
    aggregateId: requestId,
    aggregateVersion: 4,
    data: {
      ...orderData(orderId),
      ...request,
      lines: lines.map((line) => ({ key: line.productId, ...defaults, ...line })),
      refund: { amountInMinorUnits: 1, currency: 'NPR' },
      refundTo: 'payment',
      note: '',
    },
  });
};
