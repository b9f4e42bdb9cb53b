import type { BodyOf, redeemOffers as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { isInForce } from '../offers/offer.rules.ts';
import { reserve, sortedIds } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

async function refusalOf(context: RedemptionsContext, id: string, session: ClientSession) {
  const offer = await context.offers.find(id, session);
  const isOver = !offer || !isInForce(offer, context.dayOf(context.now()));
  return { path: id, message: isOver ? 'This offer has ended.' : 'This offer has been used up.' };
}

/**
 * Reserves one redemption of each offer for an order, all or none (R2), and never more than an offer allows (R3). The
 * same call again changes nothing (R4). Refuses with `offer-not-available`, naming each offer that cannot be had.
 */
export async function redeemOffers(
  context: RedemptionsContext,
  { orderId, userId, offerIds }: BodyOf<typeof endpoint>,
): Promise<string> {
  const wanted = { orderId: orderId.toLowerCase(), userId, offerIds: sortedIds(offerIds) };
  const now = context.now();
  const today = context.dayOf(now);
  const holdUntil = new Date(now.getTime() + context.holdMs);

  await context.inTransaction(async (session) => {
    const known = await context.redemptions.find(wanted.orderId, session);
    const decision = reserve(known, wanted, holdUntil);
    if (decision.outcome === 'reserved-before') return;
    if (decision.outcome !== 'reserved') {
      throw new ProblemError('conflict', 'The redemptions of this order were settled before.', [
        { path: 'orderId', message: decision.outcome },
      ]);
    }
    const refused: string[] = [];
    for (const offerId of wanted.offerIds) {
      if (!(await context.offers.countUp(offerId, today, session))) refused.push(offerId);
    }
    if (refused.length > 0) {
      const details = [];
      for (const offerId of refused) details.push(await refusalOf(context, offerId, session));
      throw new ProblemError('offer-not-available', 'An offer is no longer available.', details);
    }
    await context.redemptions.save(decision.step.redemption, now, session);
  });
  return wanted.orderId;
}
