import type { StockContext } from './stock-context.ts';

/**
 * Releases all pieces held under an id and resolves with the number of products (CAT-C11). Used only for an order that
 * was never placed, by order itself or after settling. Idempotent.
 */
export async function releaseReservation(
  context: StockContext,
  { reservationId, traceparent }: { reservationId: string; traceparent?: string | undefined },
): Promise<number> {
  const when = { now: context.now(), traceparent };
  const visible: string[] = [];
  let released = 0;
  // The lowest product comes last, because it has the claim for settling this order (`overdueOrders`).
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
