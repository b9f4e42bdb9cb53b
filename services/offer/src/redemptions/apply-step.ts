import type { WireEvent } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { Step } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

export interface StepContext extends Pick<RedemptionsContext, 'redemptions' | 'now'> {
  readonly offers: Pick<RedemptionsContext['offers'], 'countPlaced' | 'countDown'>;
}

/** Writes what a rule decided about an order that may not be refused: its entry and the counts of its offers (R3). */
export async function applyStep(
  { redemptions, offers, now }: StepContext,
  step: Step | undefined,
  session: ClientSession,
  events: readonly WireEvent[] = [],
): Promise<void> {
  if (step === undefined) return;
  const { redemption, counts } = step;
  for (const offerId of redemption.offerIds) {
    if (counts === 'up') await offers.countPlaced(offerId, session);
    if (counts === 'down') await offers.countDown(offerId, session);
  }
  await redemptions.save(redemption, now(), session, events);
}
