import { consumersOf, inboxMarksExistMs, isCancelled, type Order } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf, orders } from './about.ts';

/** How long settling an overdue hold may take. */
const holdGraceMs = 30_000;

/** Values that several orders share, with the ids of these orders. */
const sharedValues = (orders: Iterable<Order>, valueOf: (order: Order) => string | undefined) =>
  [...Map.groupBy(orders, valueOf)].flatMap(([value, sharingOrders]) =>
    value !== undefined && sharingOrders.length > 1
      ? [[value, sharingOrders.map(({ _id }) => _id).join(' and ')]]
      : [],
  );

/** Types whose events each have a version of their own within their aggregate. */
const numberedTypes = { $regex: '^(order|product|stock)\\.|^offer\\.(created|updated|deleted)$' };

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  left.toSorted().join() === right.toSorted().join();

const ordersAndHandled = invariantsOf('orders and handled aggregates', (books) => [
  ...books.placed,
  ...books.handledAggregates,
]);
const undoneOrders = invariantsOf('cancelled and abandoned orders', ({ placed, abandoned }) => [
  ...[...placed.values()].filter(isCancelled),
  ...abandoned,
]);

export const orderInvariants: readonly Invariant[] = [
  orders.all(
    'I-1',
    'order numbers and idempotency keys belong to one order',
    function* ({ placed, beforehand }) {
      for (const [number, ids] of sharedValues(placed.values(), ({ orderNumber }) => orderNumber))
        yield `${number} is the number of ${ids}`;
      const keyOf = ({ userId, idempotency }: Order) => idempotency && `${idempotency.key} (${userId})`;
      for (const [key, ids] of sharedValues(placed.values(), keyOf)) yield `${key} is the key of ${ids}`;
      for (const { orderId, userId, key } of beforehand.acknowledged ?? []) {
        const order = placed.get(orderId);
        const ownKey = order?.idempotency?.key ?? key;
        if (order && (order.userId !== userId || ownKey !== key))
          yield `${orderId} was answered for key ${key} of ${userId}, not ${ownKey} of ${order.userId}`;
      }
    },
  ),
  ordersAndHandled.all(
    'I-2',
    'every order has its events, every effect of an order has its order',
    function* ({ placed, abandoned, sales, redemptions, handledAggregates, events, readAt }) {
      const announced = new Set([
        ...events.filter(({ type }) => type === 'order.placed').map(({ aggregateId }) => aggregateId),
        ...handledAggregates.filter(({ types }) => types.includes('order.placed')).map(({ _id }) => _id),
      ]);
      for (const { _id, createdAt } of placed.values()) {
        // Sales and redemptions outlive outbox and inbox.
        if (announced.has(_id) || sales.has(_id) || redemptions.get(_id)?.holdUntil === null) continue;
        if (readAt.getTime() - createdAt.getTime() < inboxMarksExistMs) yield `${_id} has no order.placed`;
      }
      const effects = [
        ...[...sales.values()].map(({ _id, state }) => [_id, state === 'sold' && 'a sale'] as const),
        ...[...redemptions.values()].map(
          ({ _id, state }) => [_id, state === 'captured' && 'a captured redemption'] as const,
        ),
        ...[...announced].map((id) => [id, 'an order.placed'] as const),
        ...handledAggregates.flatMap(({ _id, types }) =>
          types.filter((type) => type.startsWith('order.')).map((type) => [_id, type] as const),
        ),
      ];
      for (const [id, what] of effects)
        if (what && !placed.has(id))
          yield `${id} has ${what} and ${abandoned.has(id) ? 'was abandoned' : 'does not exist'}`;
    },
  ),
  orders.all(
    'I-3',
    'every event took effect once at each consumer',
    async function* ({ read, placed, sales, redemptions }) {
      for (const service of new Set(Object.values(consumersOf).flat())) {
        const queue = { $arrayElemAt: [{ $split: ['$_id', ':'] }, 0] };
        const repeated = await read<{
          effect: { id: string; queue: string; version: number };
          times: number;
        }>(service, 'inbox', [
          { $match: { type: numberedTypes } },
          {
            $group: { _id: { id: '$aggregateId', queue, version: '$aggregateVersion' }, times: { $sum: 1 } },
          },
          { $match: { times: { $gt: 1 } } },
          { $project: { _id: 0, effect: '$_id', times: 1 } },
        ]);
        for (const { effect, times } of repeated)
          yield `${effect.id}: version ${effect.version} took effect ${times} times in ${effect.queue}`;
      }
      for (const order of placed.values()) {
        if (isCancelled(order)) continue;
        const { _id, offerIds, orderStatus } = order;
        const sale = sales.get(_id);
        if (sale?.state !== 'sold') yield `${_id} is not cancelled and has ${sale?.state ?? 'no'} sale`;
        const { state, offerIds: redeemed } = redemptions.get(_id) ?? { state: 'released', offerIds: [] };
        if (state === 'released' ? offerIds.length > 0 : !sameIds(redeemed, offerIds))
          yield `${_id} used offers ${offerIds.join()} and has ${state} ${redeemed.join()}`;
        else if (state === 'reserved' && orderStatus !== 'pending')
          yield `${_id} is ${orderStatus} and its redemption is not captured`;
      }
    },
  ),
  orders.all('I-6', 'amounts are whole and add up to the revenue', async function* ({ read, placed }) {
    let revenue = 0;
    for (const order of placed.values()) {
      const { _id, lines } = order;
      const { subtotalInMinorUnits: subtotal, shippingInMinorUnits: shipping } = order.pricing;
      const { taxInMinorUnits: tax, totalInMinorUnits: total } = order.pricing;
      const numbers = lines.flatMap(({ priceInMinorUnits, quantity }) => [priceInMinorUnits, quantity]);
      const credit = order.credit?.amountInMinorUnits ?? 0;
      const all = [subtotal, shipping, tax, total, credit, ...numbers];
      if (!all.every((amount) => Number.isSafeInteger(amount) && amount >= 0))
        yield `${_id} has an amount that is not a whole number: ${all.join(', ')}`;
      for (const { priceInMinorUnits: price, quantity, lineTotalInMinorUnits: lineTotal } of lines)
        if (lineTotal !== price * quantity) yield `${_id}: ${quantity} × ${price} is not ${lineTotal}`;
      const sum = lines.reduce((lineSum, { lineTotalInMinorUnits }) => lineSum + lineTotalInMinorUnits, 0);
      if (sum !== subtotal) yield `${_id}: its lines are ${sum}, its subtotal is ${subtotal}`;
      if (subtotal + shipping + tax !== total)
        yield `${_id}: ${subtotal} + ${shipping} + ${tax} is not ${total}`;
      if (credit > total) yield `${_id}: its credit is ${credit}, its total ${total}`;
      if (!isCancelled(order)) revenue += sum + shipping + tax;
    }
    // The same sum as in the back office.
    const [revenueOfOrders = { total: 0 }] = await read<{ total: number }>('order', 'orders', [
      { $match: { state: 'placed', orderStatus: { $ne: 'cancelled' } } },
      { $group: { _id: null, total: { $sum: '$pricing.totalInMinorUnits' } } },
    ]);
    if (revenue !== revenueOfOrders.total)
      yield {
        text: `revenue is shown as ${revenueOfOrders.total}, the orders add up to ${revenue}`,
        key: `revenue, off by ${revenueOfOrders.total - revenue}`,
      };
  }),
  undoneOrders.all(
    'I-10',
    'cancelled and abandoned orders gave everything back once',
    function* ({ placed, abandoned, sales, redemptions, products, readAt }) {
      const cancelled = new Set([...placed.values()].filter(isCancelled).map(({ _id }) => _id));
      for (const id of [...cancelled, ...abandoned]) {
        const what = abandoned.has(id) ? 'was abandoned' : 'was cancelled';
        const { state = 'released' } = redemptions.get(id) ?? {};
        if (state !== 'released') yield `${id} ${what} and its redemption is ${state}`;
        const sale = sales.get(id)?.state;
        if (sale === 'sold') yield `${id} ${what} and its pieces are sold`;
        if (sale === undefined && cancelled.has(id)) yield `${id} ${what} and catalog does not know`;
      }
      const overdueSince = readAt.getTime() - holdGraceMs;
      for (const { _id, holdUntil } of redemptions.values())
        if (!placed.has(_id) && holdUntil !== null && holdUntil.getTime() < overdueSince)
          yield `${_id} has held a redemption for too long`;
      for (const { _id, reservations = [] } of products)
        for (const { id, quantity, overdueAt } of reservations)
          if (abandoned.has(id) || cancelled.has(id) || overdueAt.getTime() < overdueSince)
            yield `${id} still holds ${quantity} of ${_id}`;
    },
  ),
];
