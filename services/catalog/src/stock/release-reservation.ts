import type { StockContext } from './stock-context.ts';

/**
 * Gives all pieces that are held under this id back and answers of how many products (C11). Only for an order that
 * never came about: order says so itself after a refusal, or when it is asked to settle. Again it changes nothing.
 */
export async function releaseReservation(
  context: StockContext,
  { reservationId, traceparent }: { reservationId: string; traceparent?: string | undefined },
): Promise<number> {
  const when = { now: context.now(), traceparent };
  const visible: string[] = [];
  let released = 0;
  // The line of the lowest product last: it holds the claim of who settles this order (`overdueOrders`).
  const lines = (await context.stock.heldUnder(reservationId)).toSorted((one, other) =>
    one.productId < other.productId ? 1 : -1,
  );
  for (const { productId } of lines) {
    const { outcome, isVisible } = await context.stock.release(productId, reservationId, when);
    if (outcome === 'released') released += 1;
    if (isVisible) visible.push(productId);
  }
  if (visible.length > 0) context.stockMoved(visible);
  return released;
}
