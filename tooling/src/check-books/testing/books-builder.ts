import type { BookedOrder, Books } from '../books.ts';

export const phone = '650000000000000000000001';
export const tablet = '650000000000000000000002';
export const tenPercent = '670000000000000000000001';
export const standing = '6a0000000000000000000001';
export const cancelled = '6a0000000000000000000002';
export const abandoned = '6a0000000000000000000003';

const line = (productId: string, quantity: number, priceInMinorUnits: number) => ({
  productId,
  isProduct: true,
  quantity,
  priceInMinorUnits,
  lineTotalInMinorUnits: quantity * priceInMinorUnits,
});

export const anOrder = (order: Partial<BookedOrder> = {}): BookedOrder => ({
  id: standing,
  orderNumber: 'KM-AAAA-0001',
  userId: 'user-1',
  key: 'key-of-the-first',
  orderStatus: 'pending',
  lines: [line(phone, 2, 1000), line(tablet, 1, 500)],
  pricing: {
    subtotalInMinorUnits: 2500,
    shippingInMinorUnits: 1500,
    taxInMinorUnits: 200,
    totalInMinorUnits: 4200,
  },
  offerIds: [tenPercent],
  version: 1,
  ...order,
});

const handled = (queue: string, type: string, aggregateId: string, aggregateVersion: number) => ({
  queue,
  eventId: `${type} ${aggregateId}`,
  type,
  aggregateId,
  aggregateVersion,
});

/** A small shop in which every invariant holds: an order that stands, one that was cancelled, one that never was. */
export const theBooks = (books: Partial<Books> = {}): Books => ({
  orders: [
    anOrder(),
    anOrder({
      id: cancelled,
      orderNumber: 'KM-AAAA-0002',
      key: 'key-of-the-second',
      orderStatus: 'cancelled',
      version: 2,
    }),
  ],
  abandoned: new Set([abandoned]),
  revenue: [
    { orderStatus: 'pending', totalInMinorUnits: 4200 },
    { orderStatus: 'cancelled', totalInMinorUnits: 4200 },
  ],
  products: [
    { id: phone, stock: 7, version: 3, reservations: [] },
    { id: tablet, stock: 0, version: 1, reservations: [] },
  ],
  sales: [
    {
      orderId: standing,
      state: 'sold',
      lines: [
        { productId: phone, quantity: 2 },
        { productId: tablet, quantity: 1 },
      ],
    },
    { orderId: cancelled, state: 'given-back', lines: [{ productId: phone, quantity: 2 }] },
  ],
  offers: [{ id: tenPercent, version: 2, currentRedemptions: 1, maxRedemptions: 1 }],
  redemptions: [
    { orderId: standing, offerIds: [tenPercent], state: 'reserved', holdUntil: null },
    { orderId: cancelled, offerIds: [tenPercent], state: 'released', holdUntil: null },
    { orderId: abandoned, offerIds: [], state: 'released', holdUntil: null },
  ],
  events: [
    {
      eventId: `order.placed ${standing}`,
      type: 'order.placed',
      aggregateId: standing,
      isSent: true,
    },
    {
      eventId: `order.cancelled ${cancelled}`,
      type: 'order.cancelled',
      aggregateId: cancelled,
      isSent: true,
    },
  ],
  inbox: [standing, cancelled].flatMap((id) => [
    handled('catalog.order-placed', 'order.placed', id, 1),
    handled('offer.order-placed', 'order.placed', id, 1),
    handled('notification.order-placed', 'order.placed', id, 1),
    ...(id === standing
      ? []
      : [
          handled('catalog.order-cancelled', 'order.cancelled', id, 2),
          handled('offer.order-cancelled', 'order.cancelled', id, 2),
          handled('notification.order-cancelled', 'order.cancelled', id, 2),
        ]),
  ]),
  parked: new Set(),
  copies: [{ aggregateId: phone, version: 3 }],
  queued: new Map([
    ['catalog.order-placed', 0],
    ['catalog.order-cancelled', 0],
  ]),
  readAt: new Date('2026-11-21T12:00:00Z'),
  ...books,
});
