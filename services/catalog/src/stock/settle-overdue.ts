import { type Logger, planted, type SettledRound, settleHolds } from '@kinmel/service-kit';
import { giveBackPieces } from './give-back-pieces.ts';
import { releaseReservation } from './release-reservation.ts';
import { sellPieces } from './sell-pieces.ts';
import type { StockContext } from './stock-context.ts';

/** The name in logs and metrics. */
export const stockHold = 'stock hold';

/** Settles every overdue reservation by asking the order service (CAT-C12). */
export const settleOverdue = (
  context: StockContext,
  logger: Logger,
  stopping?: AbortSignal,
): Promise<SettledRound> =>
  settleHolds({
    what: stockHold,
    holds: context.stock,
    settle: (orderId) => settle(context, orderId),
    now: context.now,
    logger,
    stopping,
  });

async function settle(context: StockContext, orderId: string): Promise<object> {
  if (planted('stock.hold-kept')) return {};
  const state = await context.settleOrder(orderId);
  if (state === 'placed') {
    await context.inTransaction(async (session) => {
      const lines = await context.stock.heldLines(orderId, session);
      if (lines.length > 0) await sellPieces(context, { orderId, lines }, session);
    });
  } else if (state === 'cancelled') {
    const visiblyChanged = await context.inTransaction((session) =>
      giveBackPieces(context, { orderId }, session),
    );
    if (visiblyChanged.length > 0) context.stockMoved(visiblyChanged);
  }
  // Releases the pieces of an abandoned order, and those that a repeated call has held again.
  const released = await releaseReservation(context, { reservationId: orderId });
  return { state, released };
}
