import {
  inboxMarksAreThereMs,
  isCancelled,
  type Order,
  readEvents,
  readHeard,
  readOrders,
  readProducts,
  readRedemptions,
  readSales,
} from '../books.ts';
import { consumingServices } from '../consumers.ts';
import type { Invariant } from '../invariant.ts';

/** A hold whose time is over is asked about at once; so long that may take. */
const holdGraceMs = 30_000;

/** Ids of orders that share a value which only one may have. */
function shared(
  orders: Iterable<Order>,
  valueOf: (order: Order) => string | undefined,
): [string, string[]][] {
  const found = Map.groupBy(orders, valueOf);
  found.delete(undefined);
  return [...found]
    .filter(([, same]) => same.length > 1)
    .map(([value, same]) => [value ?? '', same.map(({ _id }) => _id)]);
}

const once: Invariant = {
  id: 'I-1',
  title: 'every order exists once, every key has at most one',
  counted: 'orders',
  async check(shop, { looked, offend }) {
    const { placed } = await readOrders(shop);
    looked(placed.size);
    for (const [number, ids] of shared(placed.values(), ({ orderNumber }) => orderNumber))
      offend(`${number} is the number of ${ids.join(' and ')}`);
    const keyOf = ({ userId, idempotency }: Order) => idempotency && `${userId} ${idempotency.key}`;
    for (const [key, ids] of shared(placed.values(), keyOf))
      offend(`${key.slice(key.indexOf(' ') + 1)} is the key of ${ids.join(' and ')}`);
    for (const { orderId, userId, key } of shop.options.beforehand?.acknowledged ?? []) {
      const order = placed.get(orderId);
      const own = order?.idempotency?.key;
      if (order === undefined) offend(`${orderId} was acknowledged and is not there`);
      else if (order.userId !== userId || (own !== undefined && own !== key))
        offend(`${orderId} was acknowledged for key ${key} and belongs to ${own ?? order.userId}`);
    }
  },
};

const told: Invariant = {
  id: 'I-2',
  title: 'every order was told, everything told has its order',
  counted: 'orders and their events',
  async check(shop, { looked, offend }) {
    const { placed, abandoned } = await readOrders(shop);
    const [sales, redemptions] = [await readSales(shop), await readRedemptions(shop)];
    const heard = (await readHeard(shop)).filter(({ types }) =>
      types.some((type) => type.startsWith('order.')),
    );
    const events = (await readEvents(shop)).filter(({ type }) => type === 'order.placed');
    looked(placed.size + heard.length);
    const isTold = new Set([
      ...events.map(({ aggregateId }) => aggregateId),
      ...heard.filter(({ types }) => types.includes('order.placed')).map(({ _id }) => _id),
    ]);
    for (const { _id, createdAt } of placed.values()) {
      // Sales and redemptions are kept for good, when outbox and inbox have forgotten.
      if (isTold.has(_id) || sales.has(_id) || redemptions.get(_id)?.holdUntil === null) continue;
      if (shop.readAt.getTime() - createdAt.getTime() < inboxMarksAreThereMs)
        offend(`${_id} has no order.placed`);
    }
    const needsOrder = (id: string, what: string) => {
      if (!placed.has(id))
        offend(`${id} has ${what} and ${abandoned.has(id) ? 'was abandoned' : 'is no order'}`);
    };
    for (const { _id, state } of sales.values()) if (state === 'sold') needsOrder(_id, 'a sale');
    for (const { _id, state } of redemptions.values())
      if (state === 'captured') needsOrder(_id, 'a captured redemption');
    for (const { aggregateId } of events) needsOrder(aggregateId, 'an order.placed');
    for (const { _id, types } of heard)
      for (const type of types) if (type.startsWith('order.')) needsOrder(_id, type);
  },
};

/** Types whose events each have a version of their own within their aggregate. */
const numbered = { $regex: '^(order|product|stock)\\.|^offer\\.(created|updated|deleted)$' };

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

const effects: Invariant = {
  id: 'I-3',
  title: 'every event took effect once at each consumer',
  counted: 'effects',
  async check(shop, { looked, offend }) {
    for (const service of consumingServices) {
      const [found] = await shop.aggregate<{
        count: number;
        twins: { _id: { queue: string; type: string; id: string; version: number }; times: number }[];
      }>(service, 'inbox', [
        { $match: { type: numbered } },
        {
          $group: {
            _id: {
              queue: { $arrayElemAt: [{ $split: ['$_id', ':'] }, 0] },
              type: '$type',
              id: '$aggregateId',
              version: '$aggregateVersion',
            },
            times: { $sum: 1 },
          },
        },
        {
          $group: {
            _id: null,
            count: { $sum: '$times' },
            twins: { $push: { $cond: [{ $gt: ['$times', 1] }, '$$ROOT', '$$REMOVE'] } },
          },
        },
      ]);
      looked(found?.count ?? 0);
      for (const { _id, times } of found?.twins ?? [])
        offend(`${_id.id} took effect ${times} times: ${_id.queue} ${_id.type} ${_id.id} v${_id.version}`);
    }
    const [sales, redemptions] = [await readSales(shop), await readRedemptions(shop)];
    for (const order of (await readOrders(shop)).placed.values()) {
      if (isCancelled(order)) continue;
      const { _id, offerIds, orderStatus } = order;
      const sale = sales.get(_id);
      if (sale === undefined) offend(`${_id} has no sale`);
      else if (sale.state !== 'sold') offend(`${_id} stands and its pieces were given back`);
      const redemption = redemptions.get(_id);
      if (offerIds.length === 0) {
        if (redemption && redemption.state !== 'released') offend(`${_id} used no offer and has one`);
      } else if (redemption === undefined) offend(`${_id} has no redemption`);
      else if (redemption.state === 'released' || !sameIds(redemption.offerIds, offerIds))
        offend(`${_id} used ${offerIds.join()} and has ${redemption.state} ${redemption.offerIds.join()}`);
      else if (redemption.state === 'reserved' && orderStatus !== 'pending')
        offend(`${_id} is ${orderStatus} and its redemption was not captured`);
    }
  },
};

const amounts: Invariant = {
  id: 'I-6',
  title: 'amounts are whole and add up to the revenue',
  counted: 'orders',
  async check(shop, { looked, offend }) {
    const { placed } = await readOrders(shop);
    looked(placed.size);
    let revenue = 0;
    for (const order of placed.values()) {
      const { _id, lines, pricing } = order;
      const { subtotalInMinorUnits: subtotal, shippingInMinorUnits: shipping } = pricing;
      const { taxInMinorUnits: tax, totalInMinorUnits: total } = pricing;
      const figures = lines.flatMap(({ priceInMinorUnits, quantity }) => [priceInMinorUnits, quantity]);
      const all = [subtotal, shipping, tax, total, ...figures];
      if (!all.every((amount) => Number.isSafeInteger(amount) && amount >= 0))
        offend(`${_id} has an amount that is no whole number: ${all.join(', ')}`);
      for (const { priceInMinorUnits: price, quantity, lineTotalInMinorUnits: lineTotal } of lines)
        if (lineTotal !== price * quantity) offend(`${_id}: ${quantity} × ${price} is not ${lineTotal}`);
      const sum = lines.reduce((before, { lineTotalInMinorUnits }) => before + lineTotalInMinorUnits, 0);
      if (sum !== subtotal) offend(`${_id}: its lines are ${sum}, its subtotal is ${subtotal}`);
      if (subtotal + shipping + tax !== total)
        offend(`${_id}: ${subtotal} + ${shipping} + ${tax} is not ${total}`);
      if (!isCancelled(order)) revenue += sum + shipping + tax;
    }
    // What the back office shows.
    const [shown = { total: 0 }] = await shop.aggregate<{ total: number }>('order', 'orders', [
      { $match: { state: 'placed', orderStatus: { $ne: 'cancelled' } } },
      { $group: { _id: null, total: { $sum: '$pricing.totalInMinorUnits' } } },
    ]);
    if (revenue !== shown.total)
      offend(
        `revenue is shown as ${shown.total}, the orders add up to ${revenue}`,
        `revenue, off by ${shown.total - revenue}`,
      );
  },
};

const givenBack: Invariant = {
  id: 'I-10',
  title: 'cancelled and abandoned orders gave everything back once',
  counted: 'orders',
  async check(shop, { looked, offend }) {
    const { placed, abandoned } = await readOrders(shop);
    const [sales, redemptions] = [await readSales(shop), await readRedemptions(shop)];
    const cancelled = [...placed.values()].filter(isCancelled).map(({ _id }) => _id);
    looked(cancelled.length + abandoned.size);
    for (const id of [...cancelled, ...abandoned]) {
      const what = abandoned.has(id) ? 'was abandoned' : 'was cancelled';
      const redemption = redemptions.get(id);
      if (redemption && redemption.state !== 'released')
        offend(`${id} ${what} and its redemption is ${redemption.state}`);
      const sale = sales.get(id);
      if (sale?.state === 'sold') offend(`${id} ${what} and its pieces are sold`);
      if (sale === undefined && !abandoned.has(id)) offend(`${id} ${what} and catalog does not know`);
    }
    const overdueSince = shop.readAt.getTime() - holdGraceMs;
    for (const { _id, holdUntil } of redemptions.values())
      if (!placed.has(_id) && holdUntil !== null && holdUntil.getTime() < overdueSince)
        offend(`${_id} has held a redemption for too long`);
    for (const { _id, reservations = [] } of await readProducts(shop))
      for (const { id: orderId, quantity, overdueAt } of reservations) {
        if (abandoned.has(orderId)) offend(`${orderId} was abandoned and holds ${quantity} of ${_id}`);
        else if (overdueAt.getTime() < overdueSince)
          offend(`${orderId} has held ${quantity} of ${_id} for too long`);
        const order = placed.get(orderId);
        if (order && isCancelled(order)) offend(`${orderId} was cancelled and holds ${quantity} of ${_id}`);
      }
  },
};

export const orderInvariants = [once, told, effects, amounts, givenBack];
