import { orderCancelled, orderPlaced, returnSettled } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { giveBackPieces } from './give-back-pieces.ts';
import { restockReturn } from './restock-return.ts';
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
  onEvent(returnSettled, async ({ data, traceparent }, { session, log }) => {
    const refused = await restockReturn(context, { ...data, traceparent }, session);
    if (refused > 0)
      log.error({ orderId: data.orderId, refused }, 'pieces of a return were not sold, or came back before');
  }),
];
