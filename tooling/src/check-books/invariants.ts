import type { Beforehand, BookedOrder, Books, Pieces, PiecesOfProducts } from './books.ts';
import { queuesOf } from './consumers.ts';

/** What the check of one invariant found. It holds when nobody offends. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  /** How many things were looked at. */
  readonly count: number;
  readonly counted: string;
  /** One line each, beginning with the id. */
  readonly offenders: readonly string[];
}

type Check = (books: Books, beforehand: Beforehand) => Omit<Finding, 'id'>;

const graceMs = 30_000;

const isOpen = ({ orderStatus }: BookedOrder) => orderStatus !== 'cancelled';

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const byId = <Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, Item> =>
  new Map(items.map((item) => [idOf(item), item]));

function sumOfPieces(pieces: readonly Pieces[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pieces) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return sums;
}

const inWords = (pieces: readonly Pieces[]): string =>
  [...sumOfPieces(pieces)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([productId, quantity]) => `${quantity} of ${productId}`)
    .join(', ') || 'nothing';

const piecesOf = ({ lines }: BookedOrder): Pieces[] => lines.filter(({ isProduct }) => isProduct);

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

/** I-1: a key or a number belongs to one order at most, and what a client was told exists under the key that it sent. */
const ordersExistOnce: Check = ({ orders }, { acknowledged = [] }) => {
  const offenders: string[] = [];
  for (const [number, same] of groupBy(orders, ({ orderNumber }) => orderNumber))
    if (same.length > 1)
      offenders.push(`${number} is the number of ${same.map(({ id }) => id).join(' and ')}`);
  const keyed = orders.filter(({ key }) => key !== undefined);
  const byKey = groupBy(keyed, ({ userId, key }) => `${userId} ${key}`);
  for (const same of byKey.values())
    if (same.length > 1)
      offenders.push(`${same[0]?.key} is the key of ${same.map(({ id }) => id).join(' and ')}`);
  const known = byId(orders, ({ id }) => id);
  for (const { orderId, userId, key } of acknowledged) {
    const order = known.get(orderId);
    if (order === undefined) offenders.push(`${orderId} was acknowledged and is not there`);
    else if (order.userId !== userId || (order.key !== undefined && order.key !== key))
      offenders.push(
        `${orderId} was acknowledged for key ${key} and belongs to ${order.key ?? order.userId}`,
      );
  }
  return {
    title: 'every order exists once, every key has at most one',
    count: orders.length,
    counted: acknowledged.length > 0 ? `orders, ${acknowledged.length} acknowledged` : 'orders',
    offenders,
  };
};

/** I-2: no order that nobody was told of, and nothing that was told or booked for an order that does not exist. */
const ordersAreTold: Check = ({ orders, abandoned, events, inbox, sales, redemptions }) => {
  const isPlaced = ({ type }: { readonly type: string }) => type === 'order.placed';
  const told = new Set([
    ...events.filter(isPlaced).map(({ aggregateId }) => aggregateId),
    ...inbox.filter(isPlaced).map(({ aggregateId }) => aggregateId),
    // Kept for good, when outbox and inbox have forgotten.
    ...sales.map(({ orderId }) => orderId),
    ...redemptions.filter(({ holdUntil }) => holdUntil === null).map(({ orderId }) => orderId),
  ]);
  const known = new Set(orders.map(({ id }) => id));
  const offenders = orders.filter(({ id }) => !told.has(id)).map(({ id }) => `${id} has no order.placed`);
  const ghost = (orderId: string, what: string) => {
    if (known.has(orderId)) return;
    offenders.push(`${orderId} has ${what} and ${abandoned.has(orderId) ? 'was abandoned' : 'is no order'}`);
  };
  const ofOrders = [...events, ...inbox].filter(({ type }) => type.startsWith('order.'));
  for (const { aggregateId, type } of ofOrders) ghost(aggregateId, type);
  for (const { orderId, state } of sales) if (state === 'sold') ghost(orderId, 'a sale');
  for (const { orderId, state } of redemptions)
    if (state === 'captured') ghost(orderId, 'a captured redemption');
  return {
    title: 'every order was told, everything told has its order',
    count: orders.length + ofOrders.length,
    counted: 'orders and their events',
    offenders: [...new Set(offenders)],
  };
};

/** Types whose events each have a version of their own within their aggregate. */
const isNumbered = (type: string) => /^(order|product|stock)\.|^offer\.(created|updated|deleted)$/.test(type);

/** I-3: nothing took effect twice, and each order that stands has exactly the sale and the redemptions that are its own. */
const effectsHappenOnce: Check = ({ orders, sales, redemptions, inbox }) => {
  const offenders: string[] = [];
  const rows = inbox.filter(({ type }) => isNumbered(type));
  const twice = groupBy(
    rows,
    (row) => `${row.queue} ${row.type} ${row.aggregateId} v${row.aggregateVersion}`,
  );
  for (const [effect, same] of twice)
    if (same.length > 1)
      offenders.push(`${same[0]?.aggregateId} took effect ${same.length} times: ${effect}`);

  const saleOf = byId(sales, ({ orderId }) => orderId);
  const redemptionOf = byId(redemptions, ({ orderId }) => orderId);
  for (const order of orders.filter(isOpen)) {
    const sale = saleOf.get(order.id);
    if (sale === undefined) {
      offenders.push(`${order.id} has no sale`);
    } else if (sale.state !== 'sold') {
      offenders.push(`${order.id} stands and its pieces were given back`);
    }
    const redemption = redemptionOf.get(order.id);
    if (order.offerIds.length > 0) {
      if (redemption === undefined) offenders.push(`${order.id} has no redemption`);
      else if (redemption.state === 'released' || !sameIds(redemption.offerIds, order.offerIds))
        offenders.push(
          `${order.id} used ${order.offerIds.join()} and has ${redemption.state} ${redemption.offerIds.join()}`,
        );
      else if (redemption.state === 'reserved' && order.orderStatus !== 'pending')
        offenders.push(`${order.id} is ${order.orderStatus} and its redemption was not captured`);
    } else if (redemption !== undefined && redemption.state !== 'released') {
      offenders.push(`${order.id} used no offer and has one`);
    }
  }
  return {
    title: 'every event took effect once at each consumer',
    count: rows.length,
    counted: 'effects',
    offenders,
  };
};

/** The pieces of every product wherever they are: what only a person who counts stock may change. */
export function piecesOfProducts({ products, sales }: Pick<Books, 'products' | 'sales'>): PiecesOfProducts {
  const sold = sumOfPieces(sales.filter(({ state }) => state === 'sold').flatMap(({ lines }) => lines));
  return new Map(
    products.map(({ id, stock, reservations }) => [
      id,
      stock + reservations.reduce((sum, { quantity }) => sum + quantity, 0) + (sold.get(id) ?? 0),
    ]),
  );
}

/** I-4: never below zero, what is sold is what was ordered, and no piece appears or vanishes. */
const piecesAddUp: Check = (books, { pieces }) => {
  const { products, orders, sales } = books;
  const offenders = products
    .filter(({ stock }) => !Number.isSafeInteger(stock) || stock < 0)
    .map(({ id, stock }) => `${id} has ${stock} pieces`);
  const saleOf = byId(sales, ({ orderId }) => orderId);
  for (const order of orders.filter(isOpen)) {
    const sale = saleOf.get(order.id);
    if (sale?.state !== 'sold') continue;
    const ordered = inWords(piecesOf(order));
    const taken = inWords(sale.lines);
    if (ordered !== taken) offenders.push(`${order.id} ordered ${ordered}; taken from the shelf: ${taken}`);
  }
  for (const { id, reservations } of products)
    for (const { orderId, quantity } of reservations)
      if (saleOf.has(orderId))
        offenders.push(`${id} holds ${quantity} for order ${orderId}, which has its sale`);
  if (pieces) {
    const now = piecesOfProducts(books);
    for (const [id, before] of pieces)
      if (now.has(id) && now.get(id) !== before)
        offenders.push(`${id} had ${before} pieces and has ${now.get(id)}`);
  }
  return {
    title: 'stock is never below zero and pieces add up',
    count: products.length,
    counted: pieces ? `products, ${pieces.size} against their earlier pieces` : 'products',
    offenders,
  };
};

/** I-5: no offer is used more often than it may be, and its count is that of its orders and holds. */
const redemptionsAddUp: Check = ({ offers, redemptions }) => {
  const uses = new Map<string, number>();
  for (const { state, offerIds } of redemptions)
    if (state !== 'released') for (const id of offerIds) uses.set(id, (uses.get(id) ?? 0) + 1);
  const offenders = offers.flatMap(({ id, currentRedemptions, maxRedemptions }) => {
    const used = uses.get(id) ?? 0;
    return [
      ...(currentRedemptions === used
        ? []
        : [`${id} counts ${currentRedemptions} redemptions, the ledger ${used}`]),
      ...(maxRedemptions !== null && currentRedemptions > maxRedemptions
        ? [`${id} was redeemed ${currentRedemptions} times of at most ${maxRedemptions}`]
        : []),
    ];
  });
  return {
    title: 'no offer is used too often, counts are those of the ledger',
    count: offers.length,
    counted: `offers, ${redemptions.length} entries in the ledger`,
    offenders,
  };
};

/** I-6: whole minor units that add up, line by line, to the total and to the shop's revenue. */
const amountsAddUp: Check = ({ orders, revenue }) => {
  const offenders: string[] = [];
  for (const { id, lines, pricing } of orders) {
    const { subtotalInMinorUnits: subtotal, shippingInMinorUnits: shipping } = pricing;
    const { taxInMinorUnits: tax, totalInMinorUnits: total } = pricing;
    const amounts = [
      subtotal,
      shipping,
      tax,
      total,
      ...lines.flatMap((line) => [line.priceInMinorUnits, line.quantity]),
    ];
    if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0))
      offenders.push(`${id} has an amount that is no whole number: ${amounts.join(', ')}`);
    for (const line of lines)
      if (line.lineTotalInMinorUnits !== line.priceInMinorUnits * line.quantity)
        offenders.push(
          `${id}: ${line.quantity} × ${line.priceInMinorUnits} is not ${line.lineTotalInMinorUnits}`,
        );
    const sum = lines.reduce((before, { lineTotalInMinorUnits }) => before + lineTotalInMinorUnits, 0);
    if (sum !== subtotal) offenders.push(`${id}: its lines are ${sum}, its subtotal is ${subtotal}`);
    if (subtotal + shipping + tax !== total)
      offenders.push(`${id}: ${subtotal} + ${shipping} + ${tax} is not ${total}`);
  }
  const added = orders
    .filter(isOpen)
    .reduce(
      (before, { lines, pricing: { shippingInMinorUnits, taxInMinorUnits } }) =>
        lines.reduce((part, { lineTotalInMinorUnits }) => part + lineTotalInMinorUnits, before) +
        shippingInMinorUnits +
        taxInMinorUnits,
      0,
    );
  const shown = revenue
    .filter(({ orderStatus }) => orderStatus !== 'cancelled')
    .reduce((before, { totalInMinorUnits }) => before + totalInMinorUnits, 0);
  if (added !== shown) offenders.push(`revenue is shown as ${shown}, the orders add up to ${added}`);
  return {
    title: 'amounts are whole and add up to the revenue',
    count: orders.length,
    counted: 'orders',
    offenders,
  };
};

/** I-7: nobody knows of an order, or of a version, that its owner has lost. */
const nothingIsLost: Check = (
  { orders, abandoned, products, offers, inbox, copies },
  { acknowledged = [] },
) => {
  const offenders: string[] = [];
  const known = new Set(orders.map(({ id }) => id));
  for (const { orderId } of acknowledged)
    if (!known.has(orderId))
      offenders.push(
        `${orderId} was acknowledged and ${abandoned.has(orderId) ? 'was abandoned' : 'is lost'}`,
      );
  // Products and offers that left the shop are purged after a day; what is gone on purpose is not judged.
  const versions = new Map([...orders, ...products, ...offers].map(({ id, version }) => [id, version]));
  const heard = [
    ...inbox
      .filter(({ type }) => isNumbered(type))
      .map(({ aggregateId, aggregateVersion }) => ({ aggregateId, version: aggregateVersion })),
    ...copies,
  ];
  for (const { aggregateId, version } of heard) {
    const own = versions.get(aggregateId);
    if (own !== undefined && version > own)
      offenders.push(`${aggregateId} is of version ${own}, others have heard of ${version}`);
  }
  return {
    title: 'nothing that was acknowledged is lost',
    count: heard.length + acknowledged.length,
    counted: 'versions that others know, and acknowledged orders',
    offenders: [...new Set(offenders)],
  };
};

/**
 * I-8: every message that the broker confirmed was handled, is parked, or still waits. A queue that is not there and
 * never was belongs to a consumer that this shop does not run yet.
 */
const messagesAreAccounted: Check = ({ events, inbox, parked, queued }) => {
  const handled = new Set(inbox.map(({ queue, eventId }) => `${queue}:${eventId}`));
  const seen = new Set(inbox.map(({ queue }) => queue));
  const missing = new Map<string, string[]>();
  const absent = new Set<string>();
  let count = 0;
  for (const { eventId, type, aggregateId, isSent } of events) {
    if (!isSent) continue;
    for (const queue of queuesOf(type)) {
      if (queued !== undefined && !queued.has(queue) && !seen.has(queue)) {
        absent.add(queue);
        continue;
      }
      count += 1;
      const id = `${queue}:${eventId}`;
      if (handled.has(id) || parked.has(id)) continue;
      const line = `${aggregateId}: ${queue} never had ${type} ${eventId}`;
      missing.set(queue, [...(missing.get(queue) ?? []), line]);
    }
  }
  const offenders = [...missing].flatMap(([queue, lines]) =>
    lines.length > (queued?.get(queue) ?? 0) ? lines : [],
  );
  const notes = [
    `deliveries, ${parked.size} parked`,
    ...(queued ? [] : ['queues not asked']),
    ...(absent.size > 0 ? [`without ${[...absent].sort().join(', ')}, which this shop does not have`] : []),
  ];
  return {
    title: 'every confirmed message was handled, is parked or still queued',
    count,
    counted: notes.join(', '),
    offenders,
  };
};

/** I-10: what did not come about or was cancelled has given everything back, and nothing is held for ever. */
const everythingIsGivenBack: Check = ({ orders, abandoned, products, sales, redemptions, readAt }) => {
  const offenders: string[] = [];
  const saleOf = byId(sales, ({ orderId }) => orderId);
  const redemptionOf = byId(redemptions, ({ orderId }) => orderId);
  const holdersOf = groupBy(
    products.flatMap(({ id, reservations }) => reservations.map((held) => ({ ...held, productId: id }))),
    ({ orderId }) => orderId,
  );
  const cancelled = orders.filter((order) => !isOpen(order)).map(({ id }) => id);
  for (const orderId of [...cancelled, ...abandoned]) {
    const what = abandoned.has(orderId) ? 'was abandoned' : 'was cancelled';
    for (const { productId, quantity } of holdersOf.get(orderId) ?? [])
      offenders.push(`${orderId} ${what} and holds ${quantity} of ${productId}`);
    const redemption = redemptionOf.get(orderId);
    if (redemption !== undefined && redemption.state !== 'released')
      offenders.push(`${orderId} ${what} and its redemption is ${redemption.state}`);
    const sale = saleOf.get(orderId);
    if (sale?.state === 'sold') offenders.push(`${orderId} ${what} and its pieces are sold`);
    if (sale === undefined && !abandoned.has(orderId))
      offenders.push(`${orderId} ${what} and catalog does not know`);
  }
  const known = new Set(orders.map(({ id }) => id));
  const overdueSince = readAt.getTime() - graceMs;
  for (const [orderId, held] of holdersOf)
    if (!abandoned.has(orderId) && held.some(({ overdueAt }) => overdueAt.getTime() < overdueSince))
      offenders.push(`${orderId} has held ${inWords(held)} for too long`);
  for (const { orderId, holdUntil } of redemptions)
    if (!known.has(orderId) && holdUntil !== null && holdUntil.getTime() < overdueSince)
      offenders.push(`${orderId} has held a redemption for too long`);
  return {
    title: 'cancelled and abandoned orders gave everything back once',
    count: cancelled.length + abandoned.size,
    counted: `orders, ${abandoned.size} of them abandoned`,
    offenders,
  };
};

const checks: readonly (readonly [id: string, check: Check])[] = [
  ['I-1', ordersExistOnce],
  ['I-2', ordersAreTold],
  ['I-3', effectsHappenOnce],
  ['I-4', piecesAddUp],
  ['I-5', redemptionsAddUp],
  ['I-6', amountsAddUp],
  ['I-7', nothingIsLost],
  ['I-8', messagesAreAccounted],
  ['I-10', everythingIsGivenBack],
];

/** Holds the books against the invariants I-1 to I-8 and I-10 of the money path, in their order. */
export const judge = (books: Books, beforehand: Beforehand = {}): Finding[] =>
  checks.map(([id, check]) => ({ id, ...check(books, beforehand) }));

/**
 * Findings without what was not wrong at an earlier look. A shop that sells while it is read always has something
 * under way; what is wrong twice, with time in between, is wrong.
 */
export function lasting(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const before = new Set(earlier.flatMap(({ offenders }) => offenders));
  return later.map((finding) => ({
    ...finding,
    offenders: finding.offenders.filter((offender) => before.has(offender)),
  }));
}

const mostShown = 10;

/** One line per invariant, and below it at most ten of those that break it. */
export function report(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, title, count, counted, offenders }) => [
    `${id.padEnd(5)} ${offenders.length === 0 ? 'holds ' : 'BROKEN'}  ${title} (${count} ${counted})`,
    ...offenders.slice(0, mostShown).map((offender) => `        ${offender}`),
    ...(offenders.length > mostShown ? [`        … and ${offenders.length - mostShown} more`] : []),
  ]);
}

export const isBroken = (findings: readonly Finding[]): boolean =>
  findings.some(({ offenders }) => offenders.length > 0);
