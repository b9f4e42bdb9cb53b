import type {
  AcknowledgedOrder,
  BookedOrder,
  BookedRedemption,
  BookedSale,
  OrdersSlice,
  Pieces,
  Twins,
} from '../books.ts';
import type { Tally } from '../findings.ts';
import { inboxMarksAreThereMs } from '../retention.ts';

/** A hold whose time is over is asked about at once; so long that may take. */
export const holdGraceMs = 30_000;

const isOpen = ({ orderStatus }: BookedOrder) => orderStatus !== 'cancelled';

const byOrder = <Row extends { readonly orderId: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.orderId, row]));

function inWords(pieces: readonly Pieces[]): string {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pieces) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  const sorted = [...sums].sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([productId, quantity]) => `${quantity} of ${productId}`).join(', ') || 'nothing';
}

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

/** All that can be said of the orders of a slice by themselves; answers what those that are not cancelled add up to. */
export function checkOrders(slice: OrdersSlice, tally: Tally): number {
  const sales = byOrder(slice.sales);
  const redemptions = byOrder(slice.redemptions);
  ordersAreTold(slice, sales, redemptions, tally);
  for (const order of slice.orders) {
    amountsAddUp(order, tally);
    if (!isOpen(order)) continue;
    effectsAreThere(order, sales.get(order.id), redemptions.get(order.id), tally);
  }
  everythingIsGivenBack(slice, sales, redemptions, tally);
  return slice.orders
    .filter(isOpen)
    .reduce(
      (before, { lines, pricing: { shippingInMinorUnits, taxInMinorUnits } }) =>
        lines.reduce((part, { lineTotalInMinorUnits }) => part + lineTotalInMinorUnits, before) +
        shippingInMinorUnits +
        taxInMinorUnits,
      0,
    );
}

/** I-2: no order that nobody was told of, and nothing booked for an order that does not exist. */
function ordersAreTold(
  { orders, abandoned, told, readAt }: OrdersSlice,
  sales: ReadonlyMap<string, BookedSale>,
  redemptions: ReadonlyMap<string, BookedRedemption>,
  tally: Tally,
): void {
  tally.looked('I-2', orders.length);
  for (const { id, createdAt } of orders) {
    // Sales and redemptions are kept for good, when outbox and inbox have forgotten.
    if (told.has(id) || sales.has(id) || redemptions.get(id)?.holdUntil === null) continue;
    if (readAt.getTime() - createdAt.getTime() < inboxMarksAreThereMs)
      tally.offend('I-2', `${id} has no order.placed`);
  }
  const known = new Set(orders.map(({ id }) => id));
  const ghost = (orderId: string, what: string) => {
    if (known.has(orderId)) return;
    tally.offend(
      'I-2',
      `${orderId} has ${what} and ${abandoned.has(orderId) ? 'was abandoned' : 'is no order'}`,
    );
  };
  for (const { orderId, state } of sales.values()) if (state === 'sold') ghost(orderId, 'a sale');
  for (const { orderId, state } of redemptions.values())
    if (state === 'captured') ghost(orderId, 'a captured redemption');
  for (const id of told) if (abandoned.has(id)) ghost(id, 'an order.placed');
}

/** I-3, I-4: an order that stands has exactly the sale, its pieces, and the redemptions that are its own. */
function effectsAreThere(
  order: BookedOrder,
  sale: BookedSale | undefined,
  redemption: BookedRedemption | undefined,
  tally: Tally,
): void {
  const { id, offerIds, orderStatus } = order;
  if (sale === undefined) tally.offend('I-3', `${id} has no sale`);
  else if (sale.state !== 'sold') tally.offend('I-3', `${id} stands and its pieces were given back`);
  else {
    const ordered = inWords(order.lines.filter(({ isProduct }) => isProduct));
    const taken = inWords(sale.lines);
    if (ordered !== taken) tally.offend('I-4', `${id} ordered ${ordered}; taken from stock: ${taken}`);
  }
  if (offerIds.length === 0) {
    if (redemption !== undefined && redemption.state !== 'released')
      tally.offend('I-3', `${id} used no offer and has one`);
  } else if (redemption === undefined) {
    tally.offend('I-3', `${id} has no redemption`);
  } else if (redemption.state === 'released' || !sameIds(redemption.offerIds, offerIds)) {
    tally.offend(
      'I-3',
      `${id} used ${offerIds.join()} and has ${redemption.state} ${redemption.offerIds.join()}`,
    );
  } else if (redemption.state === 'reserved' && orderStatus !== 'pending') {
    tally.offend('I-3', `${id} is ${orderStatus} and its redemption was not captured`);
  }
}

/** I-6: whole minor units that add up, line by line, to the total. */
function amountsAddUp({ id, lines, pricing }: BookedOrder, tally: Tally): void {
  tally.looked('I-6', 1);
  const { subtotalInMinorUnits: subtotal, shippingInMinorUnits: shipping } = pricing;
  const { taxInMinorUnits: tax, totalInMinorUnits: total } = pricing;
  const figures = lines.flatMap(({ priceInMinorUnits, quantity }) => [priceInMinorUnits, quantity]);
  const amounts = [subtotal, shipping, tax, total, ...figures];
  if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0))
    tally.offend('I-6', `${id} has an amount that is no whole number: ${amounts.join(', ')}`);
  for (const line of lines)
    if (line.lineTotalInMinorUnits !== line.priceInMinorUnits * line.quantity)
      tally.offend(
        'I-6',
        `${id}: ${line.quantity} × ${line.priceInMinorUnits} is not ${line.lineTotalInMinorUnits}`,
      );
  const sum = lines.reduce((before, { lineTotalInMinorUnits }) => before + lineTotalInMinorUnits, 0);
  if (sum !== subtotal) tally.offend('I-6', `${id}: its lines are ${sum}, its subtotal is ${subtotal}`);
  if (subtotal + shipping + tax !== total)
    tally.offend('I-6', `${id}: ${subtotal} + ${shipping} + ${tax} is not ${total}`);
}

/** I-10: what did not come about or was cancelled has no sale and no redemption any more. */
function everythingIsGivenBack(
  { orders, abandoned, readAt }: OrdersSlice,
  sales: ReadonlyMap<string, BookedSale>,
  redemptions: ReadonlyMap<string, BookedRedemption>,
  tally: Tally,
): void {
  const cancelled = orders.filter((order) => !isOpen(order)).map(({ id }) => id);
  tally.looked('I-10', cancelled.length + abandoned.size);
  for (const orderId of [...cancelled, ...abandoned]) {
    const what = abandoned.has(orderId) ? 'was abandoned' : 'was cancelled';
    const redemption = redemptions.get(orderId);
    if (redemption !== undefined && redemption.state !== 'released')
      tally.offend('I-10', `${orderId} ${what} and its redemption is ${redemption.state}`);
    const sale = sales.get(orderId);
    if (sale?.state === 'sold') tally.offend('I-10', `${orderId} ${what} and its pieces are sold`);
    if (sale === undefined && !abandoned.has(orderId))
      tally.offend('I-10', `${orderId} ${what} and catalog does not know`);
  }
  const known = new Set(orders.map(({ id }) => id));
  const overdueSince = readAt.getTime() - holdGraceMs;
  for (const { orderId, holdUntil } of redemptions.values())
    if (!known.has(orderId) && holdUntil !== null && holdUntil.getTime() < overdueSince)
      tally.offend('I-10', `${orderId} has held a redemption for too long`);
}

/** I-1, I-3: a key or a number belongs to one order at most, and no event took effect twice. */
export function checkTwins({ numbers, keys, effects, orderCount, effectCount }: Twins, tally: Tally): void {
  tally.looked('I-1', orderCount);
  for (const { value, ids } of numbers) tally.offend('I-1', `${value} is the number of ${ids.join(' and ')}`);
  for (const { value, ids } of keys) tally.offend('I-1', `${value} is the key of ${ids.join(' and ')}`);
  tally.looked('I-3', effectCount);
  for (const { aggregateId, effect, times } of effects)
    tally.offend('I-3', `${aggregateId} took effect ${times} times: ${effect}`);
}

/** I-6: what the back office shows is what the orders add up to. */
export function checkRevenue(addedUp: number, shown: number, tally: Tally): void {
  if (addedUp !== shown)
    tally.offend(
      'I-6',
      `revenue is shown as ${shown}, the orders add up to ${addedUp}`,
      `revenue, off by ${shown - addedUp}`,
    );
}

/** I-1, I-7: what a client was told exists under the key that it sent. */
export function checkAcknowledged(
  acknowledged: readonly AcknowledgedOrder[],
  known: ReadonlyMap<string, Pick<BookedOrder, 'userId' | 'key'>>,
  abandoned: ReadonlySet<string>,
  tally: Tally,
): void {
  tally.looked('I-7', acknowledged.length);
  for (const { orderId, userId, key } of acknowledged) {
    const order = known.get(orderId);
    if (order === undefined) {
      tally.offend('I-1', `${orderId} was acknowledged and is not there`);
      const became = abandoned.has(orderId) ? 'was abandoned' : 'is lost';
      tally.offend('I-7', `${orderId} was acknowledged and ${became}`);
    } else if (order.userId !== userId || (order.key !== undefined && order.key !== key)) {
      const owner = order.key ?? order.userId;
      tally.offend('I-1', `${orderId} was acknowledged for key ${key} and belongs to ${owner}`);
    }
  }
}
