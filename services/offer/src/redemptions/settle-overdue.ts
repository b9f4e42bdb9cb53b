import { type SettledRound, settleHolds } from '@kinmel/service-kit';
import { applyStep, releaseRedemptions } from './follow-order.ts';
import { cancel, place } from './redemption.rules.ts';
import type { RedemptionsContext, SettledState } from './redemptions-context.ts';

/** The name of these holds in logs and metrics. */
export const redemptionHold = 'redemption';

/** Settles every overdue redemption by asking the order service (OFF-R7). */
export const settleOverdue = (context: RedemptionsContext, stopping?: AbortSignal): Promise<SettledRound> =>
  settleHolds({
    what: redemptionHold,
    holds: context.redemptions,
    async settle(orderId) {
      const state = await context.settleOrder(orderId);
      await settle(context, orderId, state);
      return { state };
    },
    now: context.now,
    logger: context.logger,
    stopping,
  });

async function settle(context: RedemptionsContext, orderId: string, state: SettledState): Promise<void> {
  if (state === 'abandoned') {
    await releaseRedemptions(context, orderId);
    return;
  }
  await context.inTransaction(async (session) => {
    const redemption = await context.redemptions.find(orderId, session);
    const step = state === 'cancelled' ? cancel(redemption) : redemption && place(redemption, redemption);
    await applyStep(context, step, session);
  });
}
