import { offerRedeemed } from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { applyStep, type StepContext } from './apply-step.ts';
import { cancel, capture, place, type Redemption, sortedIds } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** The part of the context that events of orders need. */
export interface FollowContext extends StepContext {
  readonly offers: StepContext['offers'] & Pick<RedemptionsContext['offers'], 'findMany'>;
}

/**
 * These orders exist: what they reserved is their own (R5). Most have no offer and cost nothing here, and of the others
 * nearly all reserved before: for them it is one look and one write, however many they are.
 */
export async function ordersWerePlaced(
  context: FollowContext,
  orders: readonly {
    readonly orderId: string;
    readonly userId: string;
    readonly offerIds: readonly string[];
  }[],
  session: ClientSession,
): Promise<void> {
  const wanted = orders
    .filter(({ offerIds }) => offerIds.length > 0)
    .map((order) => ({ ...order, offerIds: sortedIds(order.offerIds) }));
  if (wanted.length === 0) return;
  const known = await context.redemptions.findMany(
    wanted.map(({ orderId }) => orderId),
    session,
  );
  const entries = new Map(known.map((entry) => [entry.orderId, entry]));
  const held: string[] = [];
  for (const order of wanted) {
    const step = place(entries.get(order.orderId), order);
    if (step?.counts === 'stay') held.push(order.orderId);
    else await applyStep(context, step, session);
    if (step) entries.set(order.orderId, step.redemption);
  }
  await context.redemptions.endHolds(held, context.now(), session);
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
