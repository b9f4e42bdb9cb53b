import { sortedLines } from './reserve-stock.ts';
import type { StockContext } from './stock-context.ts';

export interface Sale {
  readonly reservationId: string;
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  readonly traceparent?: string;
}

/**
 * Turns the reservation of an accepted order into a sale (C9); doing it twice is doing it once. The order exists, so
 * nothing is refused: a product whose reservation ran out and whose pieces are gone is named in `short` (C10).
 */
export async function confirmReservation(
  context: StockContext,
  { reservationId, lines, traceparent }: Sale,
): Promise<{ short: readonly string[] }> {
  const when = { now: context.now(), traceparent };
  const short: string[] = [];
  const visible: string[] = [];
  for (const { productId, quantity } of sortedLines(lines)) {
    const { outcome, isVisible } = await context.stock.confirm(productId, { reservationId, quantity }, when);
    if (outcome === 'short' || outcome === 'unknown') short.push(productId);
    if (isVisible) visible.push(productId);
  }
  if (visible.length > 0) context.stockMoved(visible);
  return { short };
}
