import { type EventOf, orderCancelled, orderPlaced } from '@kinmel/contracts';
import { onEvent, onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import { giveBackPieces } from './give-back-pieces.ts';
import { type PlacedOrder, sellHeldPieces, sellPieces } from './sell-pieces.ts';
import type { StockContext } from './stock-context.ts';

export const stockSubscriptions = (context: StockContext): SubscriptionDefinition[] => [
  onEvents(orderPlaced, async (events, { session, log }) => {
    const orders = events.map(placedOrder);
    // Where pieces are missing this fails, and then each order comes alone.
    if (orders.length > 1) return await sellHeldPieces(context, orders, session);
    for (const order of orders) {
      const { short } = await sellPieces(context, order, session);
      if (short.length > 0)
        log.error({ orderId: order.orderId, short }, 'an order was placed for pieces that are gone');
    }
  }),
  onEvent(orderCancelled, async ({ data, traceparent }, { session }) => {
    await giveBackPieces(context, { orderId: data.orderId, traceparent }, session);
  }),
];

function placedOrder({ data, traceparent }: EventOf<typeof orderPlaced>): PlacedOrder {
  return { orderId: data.orderId, lines: data.lines.filter(({ isProduct }) => isProduct), traceparent };
}
