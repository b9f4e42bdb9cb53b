import type { BodyOf, redeemOffers as endpoint } from '@kinmel/contracts';
import { type ProblemDetail, ProblemError } from '@kinmel/service-kit';
import { isInForce } from '../offers/offer.rules.ts';
import { reserve, sortedIds } from './redemption.rules.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/**
 * Reserves one redemption of each offer for an order: all of them or none (OFF-R2, OFF-R3). A repeated call changes
 * nothing (OFF-R4). Refuses with `offer-not-available`, naming each unavailable offer in `details.path`; its
 * `message` is `ended` or `used-up`. Refuses with `conflict` when the order was abandoned, or has other
 * offers.
 */
export async function redeemOffers(
  { redemptions, offers, inTransaction, redemptionQueue, holdMs, now, dayOf }: RedemptionsContext,
  { orderId, userId, offerIds }: BodyOf<typeof endpoint>,
): Promise<void> {
  const request = { orderId: orderId.toLowerCase(), userId, offerIds: sortedIds(offerIds) };
  const work = () =>
    inTransaction(async (session) => {
      const time = now();
      const redemption = await redemptions.find(request.orderId, session);
      const decision = reserve(redemption, request, new Date(time.getTime() + holdMs));
      if (decision.outcome === 'reserved-before') return;
      if (decision.outcome !== 'reserved')
        throw new ProblemError('conflict', 'The redemptions of this order were settled before.', [
          { path: 'orderId', message: decision.outcome },
        ]);
      const unavailableOffers: ProblemDetail[] = [];
      for (const offerId of request.offerIds) {
        const countedOffer = await offers.countUp(offerId, session);
        const offer = countedOffer ?? (await offers.find(offerId, session));
        if (!offer || !isInForce(offer, dayOf(time)))
          unavailableOffers.push({ path: offerId, message: 'ended' });
        else if (!countedOffer) unavailableOffers.push({ path: offerId, message: 'used-up' });
      }
      // Aborts the transaction, which also rolls back the counts of the other offers.
      if (unavailableOffers.length > 0)
        throw new ProblemError('offer-not-available', 'An offer is no longer available.', unavailableOffers);
      await redemptions.insert(decision.redemption, time, session);
    });
  await redemptionQueue.run(work);
}
