import type { ClientSession } from 'mongoose';
import { sortedLines } from './reserve-stock.ts';
import { placed, type SoldLine } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

export interface PlacedOrder {
  readonly orderId: string;
  /** Lines of products only. */
  readonly lines: readonly SoldLine[];
  readonly traceparent?: string | undefined;
}

/**
 * An order exists: the pieces that are held under its id are sold (C9), whoever says so first. All within the session's
 * transaction. The order is never refused: products whose pieces are gone are named in `short` (C10).
 */
export async function sellPieces(
  context: StockContext,
  { orderId, lines, traceparent }: PlacedOrder,
  session: ClientSession,
): Promise<{ readonly short: readonly string[] }> {
  const when = { now: context.now(), traceparent, session };
  const step = placed(await context.sales.find(orderId, session), orderId, sortedLines(lines));
  if (step.kind !== 'take') return { short: [] };
  const short: string[] = [];
  for (const { productId, quantity } of step.sale.lines) {
    const { outcome } = await context.stock.take(productId, { reservationId: orderId, quantity }, when);
    if (outcome === 'short') short.push(productId);
  }
  // What could not be taken is not remembered as taken: cancelling must not give back what never left.
  const taken = step.sale.lines.filter(({ productId }) => !short.includes(productId));
  await context.sales.save({ ...step.sale, lines: taken }, when.now, session);
  return { short };
}

/** Something of these orders is not held any more: each of them has to be looked at by itself. */
export class PiecesNotHeldError extends Error {
  override readonly name = 'PiecesNotHeldError';
}

/**
 * The same for orders that are heard of together, as long as all their pieces are held: one look and two writes
 * altogether. Throws `PiecesNotHeldError` otherwise, and nothing of it may be committed.
 */
export async function sellHeldPieces(
  context: StockContext,
  orders: readonly PlacedOrder[],
  session: ClientSession,
): Promise<void> {
  const known = await context.sales.findMany(
    orders.map(({ orderId }) => orderId),
    session,
  );
  const sales = new Map(known.map((sale) => [sale.orderId, sale]));
  const taken = orders.flatMap(({ orderId, lines }) => {
    const step = placed(sales.get(orderId), orderId, sortedLines(lines));
    return step.kind === 'take' ? [step.sale] : [];
  });
  const held = taken.flatMap(({ orderId, lines }) =>
    lines.map(({ productId }) => ({ productId, reservationId: orderId })),
  );
  // In the order in which everybody takes products, so that two transactions do not wait for each other.
  held.sort((left, right) => (left.productId < right.productId ? -1 : 1));
  if (!(await context.stock.takeHeld(held, session)))
    throw new PiecesNotHeldError('Some pieces are not held any more.');
  await context.sales.insertMany(taken, context.now(), session);
}
