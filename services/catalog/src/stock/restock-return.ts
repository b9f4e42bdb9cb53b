import type { EventOf, returnSettled } from '@kinmel/contracts';
import type { ClientSession } from 'mongoose';
import { returnPieces, type SoldLine } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

interface SettledReturn extends Pick<EventOf<typeof returnSettled>['data'], 'orderId' | 'lines'> {
  readonly traceparent?: string | undefined;
}

const quantityOf = (lines: readonly SoldLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Adds the resalable pieces of a settled return to the stock, in the session's transaction (CAT-C20). Resolves with the
 * number of pieces that were not sold, or had come back before. Rejects until the sale of the order is known.
 */
export async function restockReturn(
  context: StockContext,
  { orderId, lines, traceparent }: SettledReturn,
  session: ClientSession,
): Promise<number> {
  const writeContext = { now: context.now(), traceparent, session };
  const productLines = [];
  // CAT-D4: a device is inspected first, and its own event puts it on sale again.
  for (const line of lines.filter(({ isProduct }) => isProduct))
    if (!(await context.products.find(line.productId, session))?.device) productLines.push(line);
  if (productLines.length === 0) return 0;
  const storedSale = await context.sales.find(orderId, session);
  if (storedSale === undefined) throw new Error(`The sale of the order ${orderId} is not known yet.`);
  const { sale, restocked } = returnPieces(storedSale, productLines);
  await context.sales.save(sale, writeContext.now, session);
  for (const { productId, quantity } of restocked)
    await context.stock.giveBack(productId, quantity, writeContext);
  return quantityOf(productLines.filter(({ isRestocked }) => isRestocked)) - quantityOf(restocked);
}
