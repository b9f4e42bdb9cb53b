import type { Logger } from '@kinmel/service-kit';
import { giveBackPieces } from './give-back-pieces.ts';
import { releaseReservation } from './release-reservation.ts';
import { sellPieces } from './sell-pieces.ts';
import type { SettledState, StockContext } from './stock-context.ts';

const ordersPerRound = 100;

/** What is overdue for longer than this is a case for a person: the log says so and the figure `stuck` counts it. */
export const stuckAfterMs = 60_000;

export interface SettledRound {
  readonly settled: number;
  /** Overdue, and order could not be asked: still held, so that nothing is ever sold twice. */
  readonly unsettled: number;
  readonly stuck: number;
}

/**
 * Asks order about everything that is held for too long (C12) and does what order says. No clock decides: while order
 * cannot be asked the pieces stay held. Every step may happen twice or at once in several instances.
 */
export async function settleOverdue(context: StockContext, log: Logger): Promise<SettledRound> {
  const now = context.now();
  const round = { settled: 0, unsettled: 0, stuck: 0 };
  for (const { reservationId, overdueAt } of await context.stock.overdue(now, ordersPerRound)) {
    try {
      await settle(context, reservationId, await context.settleOrder(reservationId), log);
      round.settled += 1;
    } catch (error) {
      round.unsettled += 1;
      const isStuck = now.getTime() - overdueAt.getTime() > stuckAfterMs;
      if (isStuck) round.stuck += 1;
      const line = { err: error, orderId: reservationId, overdueAt };
      if (isStuck) log.error(line, 'pieces are held for an order that cannot be settled');
      else log.warn(line, 'an overdue hold could not be settled yet');
    }
  }
  return round;
}

async function settle(
  context: StockContext,
  orderId: string,
  state: SettledState,
  log: Logger,
): Promise<void> {
  if (state === 'placed') {
    await context.inTransaction(async (session) => {
      const lines = await context.stock.heldUnder(orderId, session);
      if (lines.length > 0) await sellPieces(context, { orderId, lines }, session);
    });
  } else if (state === 'cancelled') {
    const visible = await context.inTransaction((session) => giveBackPieces(context, { orderId }, session));
    if (visible.length > 0) context.stockMoved(visible);
  }
  // An abandoned order's pieces; and of the others what a late repetition of a call set aside a second time.
  const released = await releaseReservation(context, { reservationId: orderId });
  log.info({ orderId, state, released }, 'an overdue hold was settled');
}
