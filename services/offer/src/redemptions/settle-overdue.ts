import { applyStep } from './apply-step.ts';
import { cancel, place } from './redemption.rules.ts';
import type { RedemptionsContext, SettledState } from './redemptions-context.ts';
import { releaseRedemptions } from './release-redemptions.ts';

const ordersPerRound = 100;

/** What is overdue for longer than this is a case for a person. */
export const stuckAfterMs = 60_000;

export interface SettledRound {
  readonly settled: number;
  /** Overdue, and order could not be asked: still held, so that nothing is given twice. */
  readonly unsettled: number;
  readonly stuck: number;
}

/**
 * Asks order about every hold whose time is over and does what order says (R7). No clock decides: while order cannot
 * be asked the redemptions stay reserved. Every step may happen twice or at once in several instances.
 */
export async function settleOverdue(context: RedemptionsContext): Promise<SettledRound> {
  const now = context.now();
  const round = { settled: 0, unsettled: 0, stuck: 0 };
  for (const { orderId, overdueAt } of await context.redemptions.overdue(now, ordersPerRound)) {
    try {
      const state = await context.settleOrder(orderId);
      await settle(context, orderId, state);
      round.settled += 1;
      context.logger.info({ orderId, state }, 'an overdue redemption was settled');
    } catch (error) {
      round.unsettled += 1;
      const isStuck = now.getTime() - overdueAt.getTime() > stuckAfterMs;
      if (isStuck) round.stuck += 1;
      const line = { err: error, orderId, overdueAt };
      if (isStuck) context.logger.error(line, 'redemptions are held for an order that cannot be settled');
      else context.logger.warn(line, 'an overdue redemption could not be settled yet');
    }
  }
  return round;
}

async function settle(context: RedemptionsContext, orderId: string, state: SettledState): Promise<void> {
  if (state === 'abandoned') {
    await releaseRedemptions(context, orderId);
    return;
  }
  await context.inTransaction(async (session) => {
    const known = await context.redemptions.find(orderId, session);
    const step = state === 'cancelled' ? cancel(known) : known && place(known, known);
    await applyStep(context, step, session);
  });
}
