import {
  cancelOrder,
  checkCart,
  orderLife,
  paymentLife,
  placeOrder,
  refundOrder,
  updateOrderStatus,
} from '@kinmel/contracts';
import { ask, type Person, part, promoCode } from './people.ts';
import {
  type Action,
  byStaff,
  calls,
  type Moment,
  note,
  ownerOf,
  type Records,
  stepsOfLife,
  stepsOn,
} from './step.ts';

const delivery = ({ name }: Person) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: '9801234567',
  address: 'Thamel 12',
  city: 'Kathmandu',
  zipCode: '44600',
});

function order(by: Person, { view, random }: Moment): Action {
  const sellable = view.product.filter(
    ({ stock, deletedAt, hasDevices }) => stock > 0 && !deletedAt && hasDevices !== true,
  );
  const devices = sellable.filter(({ device }) => device !== undefined);
  const candidates = sellable.length > 0 ? sellable : view.product;
  const product = random.pick(devices.length > 0 && random.chance(0.85) ? devices : candidates);
  const quantity = product.device ? 1 : 1 + random.below(2);
  const method = random.pick(['cash_on_delivery', 'card', 'khalti', 'esewa']);
  const balance = view.balances.get(by.id) ?? 0;
  const usesCredit = balance > 0 && random.chance(0.6);
  const key = `order-${random.below(1_000_000_000)}`;
  const cart = {
    products: [{ productId: product._id, quantity }],
    ...(random.chance(0.3) ? { promoCode } : {}),
  };
  return {
    by,
    says: `orders ${quantity} of ${product.name}, paid by ${method}${usesCredit ? ' and credit' : ''}${'promoCode' in cart ? ', with the promo code' : ''}`,
    async work(shop) {
      const quote = await ask(shop, by, { endpoint: checkCart, body: cart });
      const total = Number(part(quote?.body, 'data', 'pricing', 'total'));
      if (!(total > 0)) return quote;
      const credit = Math.min(balance, Math.round(total * 100));
      return ask(shop, by, {
        endpoint: placeOrder,
        key,
        body: {
          customerDetails: delivery(by),
          ...cart,
          pricing: { total },
          paymentMethod: usesCredit && credit === Math.round(total * 100) ? 'credit' : method,
          ...(usesCredit ? { credit: { amountInMinorUnits: credit, currency: 'NPR' } } : {}),
        },
      });
    },
  };
}

const set = (field: 'orderStatus' | 'paymentStatus') =>
  byStaff(`sets the ${field} of {record} to {to}`, updateOrderStatus, (order: Records['order'], _, to) => ({
    orderStatus: order.orderStatus,
    adminNotes: note,
    version: order.version,
    [field]: to,
  }));

export const orderSteps = [
  ...stepsOn('customer', {
    'place order': {
      weight: 6,
      when: ({ id }, { order: orders, deletedAccounts }) => orders.length < 4 && !deletedAccounts.has(id),
      take: order,
    },
  }),
  ...stepsOfLife('order', orderLife, {
    statusOf: ({ orderStatus }) => orderStatus,
    weights: { confirmed: 2, processing: 10, shipped: 10, delivered: 10, cancelled: 2, cancelOrder: 2 },
    set: set('orderStatus'),
    cancelOrder: (orderRow, { recordName }) =>
      calls(ownerOf(orderRow), `cancels ${recordName}`, cancelOrder, {
        params: { id: orderRow._id },
        body: {},
      }),
  }),
  ...stepsOfLife('order', paymentLife, {
    statusOf: ({ paymentStatus }) => paymentStatus,
    weights: { paid: 3, failed: 1, refunded: 1 },
    set: set('paymentStatus'),
  }).map((step) => ({ ...step, name: step.name.replace('order', 'payment') })),
  ...stepsOn('order', {
    'cancel an order that left': {
      weight: 3,
      when: ({ orderStatus }) => orderStatus === 'shipped' || orderStatus === 'delivered',
      take: (orderRow, moment) => set('orderStatus')(orderRow, moment, 'cancelled'),
    },
    refund: {
      weight: 2,
      when: ({ paymentStatus }) => paymentStatus === 'paid',
      take: byStaff('refunds {record}', refundOrder, () => ({ note })),
    },
  }),
];
