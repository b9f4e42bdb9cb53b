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

/** Stores the effect of an order event, which must not be refused: the entry and the counts of its offers (OFF-R3). */
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

export interface FollowContext extends StepContext {
  readonly offers: StepContext['offers'] & Pick<RedemptionsContext['offers'], 'findMany'>;
}

/** An order was placed: its redemptions no longer expire (OFF-R5). */
export async function orderWasPlaced(
  context: FollowContext,
  { orderId, userId, offerIds }: Pick<Redemption, 'orderId' | 'userId' | 'offerIds'>,
  session: ClientSession,
): Promise<void> {
  if (offerIds.length === 0) return;
  const redemption = await context.redemptions.find(orderId, session);
  await applyStep(context, place(redemption, { orderId, userId, offerIds: sortedIds(offerIds) }), session);
}

/** An order was confirmed: its redemptions are captured, with an event for each offer (OFF-R6). */
export async function orderWasConfirmed(
  context: FollowContext,
  orderId: string,
  session: ClientSession,
  traceparent?: string,
): Promise<void> {
  const step = capture(await context.redemptions.find(orderId, session));
  if (step === undefined) return;
  await applyStep(
    context,
    step,
    session,
    await redeemedEvents(context, step.redemption, session, traceparent),
  );
}

/** An order was cancelled: its redemptions are released once, whichever event arrives first (OFF-R8). */
export async function orderWasCancelled(
  context: FollowContext,
  orderId: string,
  session: ClientSession,
): Promise<void> {
  await applyStep(context, cancel(await context.redemptions.find(orderId, session)), session);
}

async function redeemedEvents(
  { offers }: FollowContext,
  { offerIds, orderId }: Redemption,
  session: ClientSession,
  traceparent: string | undefined,
): Promise<WireEvent[]> {
  // Events of deleted offers are not published.
  const storedOffers = await offers.findMany(offerIds, session);
  return storedOffers.map(({ id, version, currentRedemptions }) =>
    createEvent(offerRedeemed, {
      aggregateId: id,
      aggregateVersion: version,
      data: { offerId: id, orderId, currentRedemptions },
      traceparent,
    }),
  );
}

/** Releases the redemptions of an order that was not placed (OFF-R9); resolves with their number. Idempotent. */
export async function releaseRedemptions(context: RedemptionsContext, orderId: string): Promise<number> {
  const id = orderId.toLowerCase();
  return context.inTransaction(async (session) => {
    const step = abandon(await context.redemptions.find(id, session), id);
    await applyStep(context, step, session);
    return step?.counts === 'down' ? step.redemption.offerIds.length : 0;
  });
}
