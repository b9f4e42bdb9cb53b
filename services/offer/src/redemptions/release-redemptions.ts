import { applyStep } from './apply-step.ts';
import { abandon } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** Gives back what an order that did not come about had reserved (R9) and answers how many; again it answers 0. */
export async function releaseRedemptions(context: RedemptionsContext, orderId: string): Promise<number> {
  const id = orderId.toLowerCase();
  return context.inTransaction(async (session) => {
    const step = abandon(await context.redemptions.find(id, session), id);
    await applyStep(context, step, session);
    return step?.counts === 'down' ? step.redemption.offerIds.length : 0;
  });
}
