import type { EventOf, returnSettled } from '@kinmel/contracts';
import type { ClientSession } from 'mongoose';
import { sortedLines } from './reserve-stock.ts';
import type { StockContext } from './stock-context.ts';

/** C20: raises the stock by the pieces of a return that can be sold again, in the session's transaction. */
export async function restockPieces(
  context: Pick<StockContext, 'stock' | 'now'>,
  { data: { lines }, traceparent }: Pick<EventOf<typeof returnSettled>, 'data' | 'traceparent'>,
  session: ClientSession,
): Promise<void> {
  const when = { now: context.now(), traceparent, session };
  const restocked = lines.filter(({ isProduct, isRestocked }) => isProduct && isRestocked);
  for (const { productId, quantity } of sortedLines(restocked))
    await context.stock.giveBack(productId, quantity, when);
}
