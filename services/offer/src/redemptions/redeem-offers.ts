import type { BodyOf, redeemOffers as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { type Refusal, reserveInTurn, sortedIds, type TurnOutcome, type Wanted } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** Everything that a turn needs: the calls of one turn share a transaction. */
export type RedeemContext = Pick<
  RedemptionsContext,
  'redemptions' | 'offers' | 'inTransaction' | 'holdMs' | 'now' | 'dayOf'
>;

/**
 * Reserves for several orders at once in one transaction; each of them all of its offers or none (R2, R3). Offers are
 * read and counted in it, so that whoever changes one of them meanwhile makes it begin anew.
 */
export async function redeemTurn(
  context: RedeemContext,
  orders: readonly Wanted[],
): Promise<readonly TurnOutcome[]> {
  const now = context.now();
  const offerIds = sortedIds(orders.flatMap((order) => order.offerIds));
  return context.inTransaction(async (session) => {
    const known = await context.redemptions.findMany(
      orders.map(({ orderId }) => orderId),
      session,
    );
    const offers = await context.offers.findMany(offerIds, session);
    const holdUntil = new Date(now.getTime() + context.holdMs);
    const turn = reserveInTurn(orders, { known, offers, today: context.dayOf(now), holdUntil });
    for (const { offerId, redemptions } of turn.counts) {
      if (!(await context.offers.countUp(offerId, redemptions, session)))
        throw new Error('An offer was changed in the middle of a transaction.');
    }
    await context.redemptions.insertMany(turn.reserved, now, session);
    return turn.outcomes;
  });
}

const refusalTexts: Record<Refusal, string> = {
  ended: 'This offer has ended.',
  'used-up': 'This offer has been used up.',
};

/**
 * Reserves one redemption of each offer for an order (SIL-50). The same call again changes nothing (R4). Refuses with
 * `offer-not-available`, naming each offer that cannot be had.
 */
export async function redeemOffers(
  { redeemInTurn }: Pick<RedemptionsContext, 'redeemInTurn'>,
  { orderId, userId, offerIds }: BodyOf<typeof endpoint>,
): Promise<string> {
  const wanted = { orderId: orderId.toLowerCase(), userId, offerIds: sortedIds(offerIds) };
  const { outcome, refused } = await redeemInTurn(wanted);
  if (outcome === 'refused') {
    throw new ProblemError(
      'offer-not-available',
      'An offer is no longer available.',
      refused.map(({ offerId, why }) => ({ path: offerId, message: refusalTexts[why] })),
    );
  }
  if (outcome === 'closed' || outcome === 'other-offers') {
    throw new ProblemError('conflict', 'The redemptions of this order were settled before.', [
      { path: 'orderId', message: outcome },
    ]);
  }
  return wanted.orderId;
}
