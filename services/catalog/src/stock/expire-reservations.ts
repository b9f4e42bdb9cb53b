import type { StockContext } from './stock-context.ts';

const productsPerRound = 200;

/**
 * Gives back what was held too long and forgets what was closed long ago (C12). Every step is a conditional update,
 * so any number of instances may do it at once. Answers how many products were looked after.
 */
export async function expireReservations(context: StockContext): Promise<number> {
  const when = { now: context.now() };
  const visible: string[] = [];
  const overdue = await context.stock.overdue(when.now, productsPerRound);
  for (const productId of overdue) {
    const { isVisible } = await context.stock.expire(productId, when);
    if (isVisible) visible.push(productId);
  }
  if (visible.length > 0) context.stockMoved(visible);
  return overdue.length;
}
