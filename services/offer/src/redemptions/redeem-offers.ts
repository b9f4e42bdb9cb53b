import type { BodyOf, redeemOffers as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { StoredOffer } from '../offers/offer.rules.ts';
import { type BatchOutcome, reserveBatch, sortedIds, type Wanted } from './redemption.rules.ts';
import { isKnownEntry } from './redemptions.store.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** Everything that a batch needs: its calls share a transaction. */
export type RedeemContext = Pick<
  RedemptionsContext,
  'redemptions' | 'offers' | 'inTransaction' | 'holdMs' | 'now' | 'dayOf'
>;

/** Not every order of the batch is a new one that gets all of its offers. */
class NotAllReservedError extends Error {
  override readonly name = 'NotAllReservedError';
}

/**
 * Reserves for several orders at once in one transaction; each of them all of its offers or none (R2, R3). Nearly
 * always all of them are new and get what they ask for: then what is counted is read by the same call, and nothing else
 * is looked up. Otherwise nothing of it happened, and the batch is tried again with a look at everything.
 */
export async function redeemBatch(
  context: RedeemContext,
  orders: readonly Wanted[],
): Promise<readonly BatchOutcome[]> {
  try {
    return await reserveAll(context, orders);
  } catch (error) {
    if (!(error instanceof NotAllReservedError) && !isKnownEntry(error)) throw error;
    return await reserveWhatCanBeHad(context, orders);
  }
}

async function reserveAll(
  context: RedeemContext,
  orders: readonly Wanted[],
): Promise<readonly BatchOutcome[]> {
  const now = context.now();
  const wanted = Map.groupBy(
    orders.flatMap(({ offerIds }) => offerIds),
    (offerId) => offerId,
  );
  return context.inTransaction(async (session) => {
    const offers: StoredOffer[] = [];
    for (const offerId of sortedIds([...wanted.keys()])) {
      const redemptions = wanted.get(offerId)?.length ?? 0;
      const before = await context.offers.countUpAndRead(offerId, redemptions, session);
      if (before === undefined) throw new NotAllReservedError();
      offers.push(before);
    }
    const batch = reserveBatch(orders, { known: [], offers, ...termsOf(context, now) });
    if (batch.outcomes.some(({ outcome }) => outcome !== 'reserved')) throw new NotAllReservedError();
    // An order that has an entry already fails here, by the unique id.
    await context.redemptions.insertMany(batch.reserved, now, session);
    return batch.outcomes;
  });
}

/** Offers are read and counted in one transaction, so that whoever changes one of them meanwhile makes it begin anew. */
async function reserveWhatCanBeHad(
  context: RedeemContext,
  orders: readonly Wanted[],
): Promise<readonly BatchOutcome[]> {
  const now = context.now();
  const offerIds = sortedIds(orders.flatMap((order) => order.offerIds));
  return context.inTransaction(async (session) => {
    const known = await context.redemptions.findMany(
      orders.map(({ orderId }) => orderId),
      session,
    );
    const offers = await context.offers.findMany(offerIds, session);
    const batch = reserveBatch(orders, { known, offers, ...termsOf(context, now) });
    for (const { offerId, redemptions } of batch.counts) {
      if (!(await context.offers.countUp(offerId, redemptions, session)))
        throw new Error('An offer was changed in the middle of a transaction.');
    }
    await context.redemptions.insertMany(batch.reserved, now, session);
    return batch.outcomes;
  });
}

const termsOf = ({ dayOf, holdMs }: RedeemContext, now: Date) => ({
  today: dayOf(now),
  holdUntil: new Date(now.getTime() + holdMs),
});

/**
 * Reserves one redemption of each offer for an order (SIL-50). The same call again changes nothing (R4). Refuses with
 * `offer-not-available`, naming each offer that cannot be had in `details.path`; its `message` is why.
 */
export async function redeemOffers(
  { redeemBatched }: Pick<RedemptionsContext, 'redeemBatched'>,
  { orderId, userId, offerIds }: BodyOf<typeof endpoint>['orders'][number],
): Promise<string> {
  const wanted = { orderId: orderId.toLowerCase(), userId, offerIds: sortedIds(offerIds) };
  const { outcome, refused } = await redeemBatched(wanted);
  if (outcome === 'refused') {
    throw new ProblemError(
      'offer-not-available',
      'An offer is no longer available.',
      refused.map(({ offerId, why }) => ({ path: offerId, message: why })),
    );
  }
  if (outcome === 'closed' || outcome === 'other-offers') {
    throw new ProblemError('conflict', 'The redemptions of this order were settled before.', [
      { path: 'orderId', message: outcome },
    ]);
  }
  return wanted.orderId;
}
