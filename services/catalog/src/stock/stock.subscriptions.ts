import { orderCancelled, orderPlaced, returnSettled } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { giveBackPieces } from './give-back-pieces.ts';
import { sortedLines } from './reserve-stock.ts';
import { sellPieces } from './sell-pieces.ts';
import type { StockContext } from './stock-context.ts';

export const stockSubscriptions = (context: StockContext): SubscriptionDefinition[] => [
  onEvent(orderPlaced, async ({ data, traceparent }, { session, log }) => {
    const { orderId } = data;
    const lines = data.lines.filter(({ isProduct }) => isProduct);
    const { short } = await sellPieces(context, { orderId, lines, traceparent }, session);
    if (short.length > 0)
      log.error({ orderId, short }, 'an order was placed for pieces that are not in stock');
  }),
  onEvent(orderCancelled, async ({ data, traceparent }, { session }) => {
    await giveBackPieces(context, { orderId: data.orderId, traceparent }, session);
  }),
  // C20: pieces of a return that can be sold again.
  onEvent(returnSettled, async ({ data, traceparent }, { session }) => {
    const when = { now: context.now(), traceparent, session };
    const restocked = data.lines.filter(({ isProduct, isRestocked }) => isProduct && isRestocked);
    for (const { productId, quantity } of sortedLines(restocked)) {
      await context.stock.giveBack(productId, quantity, when);
    }
  }),
];
