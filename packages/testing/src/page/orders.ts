import type { Order } from '@kinmel/contracts';
import { sampleDelivery } from '../samples/index.ts';

/** An order of a cart with fixed values. */
export function anOrder(changes: Partial<Order> = {}): Order {
  const id = changes._id ?? '66000000000000000000a0d1';
  return {
    _id: id,
    id,
    orderNumber: 'KM-7H2K-94QX',
    userId: '66000000000000000000a0c1',
    customerDetails: { ...sampleDelivery, name: 'Aarati Gurung', email: 'aarati@kinmel.example', notes: '' },
    currency: 'NPR',
    products: [aLine('iPhone 13 Pro'), aLine('Galaxy Buds3 Pro')],
    pricing: { subtotal: 85_500, shipping: 0, tax: 6840, total: 92_340 },
    decisions: [],
    promoCode: null,
    paymentMethod: 'cash_on_delivery',
    credit: null,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [
      {
        at: '2026-11-21T08:00:00.000Z',
        by: 'customer',
        what: 'order-status',
        from: null,
        to: 'pending',
        note: '',
      },
    ],
    documents: [],
    returns: [],
    otherPayments: [],
    returnUntil: null,
    canCancel: true,
    canPay: false,
    payUntil: null,
    createdAt: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

export function aLine(
  name: string,
  changes: Partial<Order['products'][number]> = {},
): Order['products'][number] {
  return {
    productId: name.toLowerCase().replaceAll(' ', '-'),
    name,
    details: '',
    image: '',
    price: 42_750,
    originalPrice: 42_750,
    quantity: 1,
    lineTotal: 42_750,
    promoCode: null,
    specialOffer: null,
    ...changes,
  };
}
