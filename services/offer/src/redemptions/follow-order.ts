import { offerRedeemed } from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { applyStep, type StepContext } from './apply-step.ts';
import { cancel, capture, place, type Redemption, sortedIds } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** The part of the context that news of orders need. */
export interface FollowContext extends StepContext {
  readonly offers: StepContext['offers'] & Pick<RedemptionsContext['offers'], 'findMany'>;
}

/** The order exists: what it reserved is its own (R5). Most orders have no offer and cost nothing here. */
export async function orderWasPlaced(
  context: FollowContext,
  order: { readonly orderId: string; readonly userId: string; readonly offerIds: readonly string[] },
  session: ClientSession,
): Promise<void> {
  if (order.offerIds.length === 0) return;
  const wanted = { ...order, offerIds: sortedIds(order.offerIds) };
  await applyStep(context, place(await context.redemptions.find(order.orderId, session), wanted), session);
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

/** The order was cancelled: its redemptions go back, once, whichever news came first (R8). */
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
  // Of an offer that was taken away nobody wants to hear any more.
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
