import type { ClientSession } from 'mongoose';
import { sortedLines } from './reserve-stock.ts';
import type { Sale, SoldLine } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

export interface PlacedOrder {
  readonly orderId: string;
  /** Product lines only. */
  readonly lines: readonly SoldLine[];
  readonly traceparent?: string | undefined;
}

/**
 * Sells the pieces of a placed order once (CAT-C9), unless it was cancelled meanwhile, in the session's transaction.
 * The order is never refused: products without enough pieces are returned in `short` (CAT-C10).
 */
export async function sellPieces(
  context: StockContext,
  { orderId, lines, traceparent }: PlacedOrder,
  session: ClientSession,
): Promise<{ readonly short: readonly string[] }> {
  const writeContext = { now: context.now(), traceparent, session };
  const sale: Sale = { orderId, state: 'sold', lines: sortedLines(lines) };
  if (!(await context.sales.insert(sale, writeContext.now, session))) return { short: [] };
  const short: string[] = [];
  for (const { productId, quantity } of sale.lines) {
    const { outcome } = await context.stock.take(
      productId,
      { reservationId: orderId, quantity },
      writeContext,
    );
    if (outcome === 'short') short.push(productId);
  }
  // Only pieces that were taken may be returned later.
  const soldLines = sale.lines.filter(({ productId }) => !short.includes(productId));
  if (short.length > 0) await context.sales.save({ ...sale, lines: soldLines }, writeContext.now, session);
  return { short };
}
