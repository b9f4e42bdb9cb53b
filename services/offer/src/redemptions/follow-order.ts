import { offerRedeemed } from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import {
  abandon,
  cancel,
  capture,
  place,
  type Redemption,
  type Step,
  sortedIds,
} from './redemption.rules.ts';
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

/** The part of the context that events of orders need. */
export interface FollowContext extends StepContext {
  readonly offers: StepContext['offers'] & Pick<RedemptionsContext['offers'], 'findMany'>;
}

/** The order exists: what it reserved is its own (R5). Most orders have no offer and cost nothing here. */
export async function orderWasPlaced(
  context: FollowContext,
  { orderId, userId, offerIds }: Pick<Redemption, 'orderId' | 'userId' | 'offerIds'>,
  session: ClientSession,
): Promise<void> {
  if (offerIds.length === 0) return;
  const known = await context.redemptions.find(orderId, session);
  await applyStep(context, place(known, { orderId, userId, offerIds: sortedIds(offerIds) }), session);
}

/** The order was confirmed: its redemptions are captured, and each offer tells so (R6). */
export async function orderWasConfirmed(
  context: FollowContext,
  orderId: string,
  session: ClientSession,
  traceparent?: string,
): Promise<void> {
  const step = capture(await context.redemptions.find(orderId, session));
  if (step === undefined) return;
  await applyStep(context, step, session, await tellCaptured(context, step.redemption, session, traceparent));
}

/** The order was cancelled: its redemptions go back, once, whichever event came first (R8). */
export async function orderWasCancelled(
  context: FollowContext,
  orderId: string,
  session: ClientSession,
): Promise<void> {
  await applyStep(context, cancel(await context.redemptions.find(orderId, session)), session);
}

async function tellCaptured(
  { offers }: FollowContext,
  { offerIds, orderId }: Redemption,
  session: ClientSession,
  traceparent: string | undefined,
): Promise<WireEvent[]> {
  // No event about an offer that was deleted.
  const known = await offers.findMany(offerIds, session);
  return known.map(({ id, version, currentRedemptions }) =>
    createEvent(offerRedeemed, {
      aggregateId: id,
      aggregateVersion: version,
      data: { offerId: id, orderId, currentRedemptions },
      traceparent,
    }),
  );
}

/** Gives back what an order that did not come about had reserved (R9) and answers how many; again it answers 0. */
export async function releaseRedemptions(context: RedemptionsContext, orderId: string): Promise<number> {
  const id = orderId.toLowerCase();
  return context.inTransaction(async (session) => {
    const step = abandon(await context.redemptions.find(id, session), id);
    await applyStep(context, step, session);
    return step?.counts === 'down' ? step.redemption.offerIds.length : 0;
  });
}
