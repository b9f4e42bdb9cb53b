import type { ClientSession } from 'mongoose';
import { cancelled } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

/**
 * An order was cancelled: its pieces go back once (C11), also when this is heard before the order itself, and whoever
 * says it first. All within the session's transaction. Answers the products that a shopper sees otherwise now.
 */
export async function giveBackPieces(
  context: StockContext,
  { orderId, traceparent }: { readonly orderId: string; readonly traceparent?: string | undefined },
  session: ClientSession,
): Promise<readonly string[]> {
  const when = { now: context.now(), traceparent, session };
  const step = cancelled(await context.sales.find(orderId, session), orderId);
  if (step.kind !== 'give-back') return [];
  const visible: string[] = [];
  for (const { productId, quantity } of step.sale.lines) {
    if ((await context.stock.giveBack(productId, quantity, when)).isVisible) visible.push(productId);
  }
  for (const { productId } of await context.stock.heldUnder(orderId, session)) {
    if ((await context.stock.release(productId, orderId, when)).isVisible) visible.push(productId);
  }
  await context.sales.save(step.sale, when.now, session);
  return visible;
}
