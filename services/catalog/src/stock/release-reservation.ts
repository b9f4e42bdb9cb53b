import type { StockContext } from './stock-context.ts';

/**
 * Releases all pieces held under an id and resolves with the number of products (CAT-C11). Used only for an order that
 * was never placed, by order itself or after settling. Idempotent.
 */
export async function releaseReservation(
  context: StockContext,
  { reservationId, traceparent }: { reservationId: string; traceparent?: string | undefined },
): Promise<number> {
  const writeContext = { now: context.now(), traceparent };
  const visiblyChanged: string[] = [];
  let released = 0;
  // The lowest product id comes last, because its line has the claim for settling this order (`overdueOrders`).
  const lines = (await context.stock.heldLines(reservationId)).toSorted((one, other) =>
    one.productId < other.productId ? 1 : -1,
  );
  for (const { productId } of lines) {
    const { outcome, isVisible } = await context.stock.release(productId, reservationId, writeContext);
    if (outcome === 'released') released += 1;
    if (isVisible) visiblyChanged.push(productId);
  }
  if (visiblyChanged.length > 0) context.stockMoved(visiblyChanged);
  return released;
}
