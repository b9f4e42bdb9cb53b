import type { ClientSession } from 'mongoose';
import { cancelSale } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

/**
 * Returns the pieces of a cancelled order once (CAT-C11), in the session's transaction. Also handles a
 * cancellation that arrives before the order's own event. Resolves with the products whose visible availability
 * changed.
 */
export async function giveBackPieces(
  context: StockContext,
  { orderId, traceparent }: { readonly orderId: string; readonly traceparent?: string | undefined },
  session: ClientSession,
): Promise<readonly string[]> {
  const writeContext = { now: context.now(), traceparent, session };
  const sale = cancelSale(await context.sales.find(orderId, session), orderId);
  if (sale === undefined) return [];
  const visiblyChanged: string[] = [];
  for (const { productId, quantity } of sale.lines) {
    if ((await context.stock.giveBack(productId, quantity, writeContext)).isVisible)
      visiblyChanged.push(productId);
  }
  for (const { productId, quantity } of await context.stock.heldLines(orderId, session)) {
    // Recorded as sold and given back, because a device of a placed order is put on sale again only by its own listing.
    await context.stock.take(productId, { reservationId: orderId, quantity }, writeContext);
    if ((await context.stock.giveBack(productId, quantity, writeContext)).isVisible)
      visiblyChanged.push(productId);
  }
  await context.sales.save(sale, writeContext.now, session);
  return visiblyChanged;
}
