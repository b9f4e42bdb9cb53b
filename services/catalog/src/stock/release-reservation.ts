import type { StockContext } from './stock-context.ts';

/** Gives all pieces that are held under this id back (C11). Sold, released and unknown reservations stay as they are. */
export async function releaseReservation(
  context: StockContext,
  { reservationId, traceparent }: { reservationId: string; traceparent?: string },
): Promise<void> {
  const when = { now: context.now(), traceparent };
  const visible: string[] = [];
  for (const productId of await context.stock.productsOf(reservationId)) {
    const { isVisible } = await context.stock.release(productId, reservationId, when);
    if (isVisible) visible.push(productId);
  }
  if (visible.length > 0) context.stockMoved(visible);
}
