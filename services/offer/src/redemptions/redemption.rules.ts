import type { Day } from '@kinmel/service-kit';
import { isInForce, isUsedUp, type StoredOffer } from '../offers/offer.rules.ts';

/** The redemptions of one order: one of each of its offers, all in the same state (R1). */
export interface Redemption {
  readonly orderId: string;
  readonly userId: string;
  /** Sorted, each once. Empty when an order was given up before it had reserved anything. */
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** When order is asked what became of it; null as soon as the order is known to exist. */
  readonly holdUntil: Date | null;
}

/** The new entry, and which way the counts of its offers go: undefined when nothing changes. */
export interface Step {
  readonly redemption: Redemption;
  readonly counts: 'up' | 'down' | 'stay';
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly step: Step }
  /** The same call came before; it is done. */
  | { readonly outcome: 'reserved-before' }
  /** The order was given up or cancelled; its id can never reserve again. */
  | { readonly outcome: 'closed' }
  /** The id stands for other offers. */
  | { readonly outcome: 'other-offers' };

/** One spelling and one order of ids, so that two calls compare (R4). */
export const sortedIds = (offerIds: readonly string[]): string[] =>
  [...new Set(offerIds.map((id) => id.toLowerCase()))].sort();

/** What an order asks for. */
export type Wanted = Pick<Redemption, 'orderId' | 'userId' | 'offerIds'>;

/** R2, R4. */
export function reserve(known: Redemption | undefined, wanted: Wanted, holdUntil: Date): ReserveOutcome {
  if (known === undefined) {
    return {
      outcome: 'reserved',
      step: { redemption: { ...wanted, state: 'reserved', holdUntil }, counts: 'up' },
    };
  }
  if (known.state === 'released') return { outcome: 'closed' };
  const isSame = known.offerIds.join() === wanted.offerIds.join();
  return { outcome: isSame ? 'reserved-before' : 'other-offers' };
}

/** Why an offer cannot be had. */
export type Refusal = 'ended' | 'used-up';

export interface BatchOutcome {
  readonly outcome: ReserveOutcome['outcome'] | 'refused';
  readonly refused: readonly { readonly offerId: string; readonly why: Refusal }[];
}

/** What several orders get that ask at once, one after the other. */
export interface ReservedBatch {
  /** One per order, in their order. */
  readonly outcomes: readonly BatchOutcome[];
  readonly reserved: readonly Redemption[];
  /** By how much each count goes up. */
  readonly counts: readonly { readonly offerId: string; readonly redemptions: number }[];
}

/** Each order gets all of its offers or none (R2), the earlier one what is left (R3), and one order only once (R4). */
export function reserveBatch(
  orders: readonly Wanted[],
  {
    known,
    offers,
    today,
    holdUntil,
  }: {
    readonly known: readonly Redemption[];
    readonly offers: readonly StoredOffer[];
    readonly today: Day;
    readonly holdUntil: Date;
  },
): ReservedBatch {
  const entries = new Map(known.map((entry) => [entry.orderId, entry]));
  const state = new Map(offers.map((offer) => [offer.id, offer]));
  const counts = new Map<string, number>();
  const reserved: Redemption[] = [];

  function refusalOf(offerId: string): Refusal | undefined {
    const offer = state.get(offerId);
    if (!offer || !isInForce(offer, today)) return 'ended';
    const currentRedemptions = offer.currentRedemptions + (counts.get(offerId) ?? 0);
    return isUsedUp({ ...offer, currentRedemptions }) ? 'used-up' : undefined;
  }

  const outcomes = orders.map((order): BatchOutcome => {
    const decision = reserve(entries.get(order.orderId), order, holdUntil);
    if (decision.outcome !== 'reserved') return { outcome: decision.outcome, refused: [] };
    const refused = order.offerIds.flatMap((offerId) => {
      const why = refusalOf(offerId);
      return why ? [{ offerId, why }] : [];
    });
    if (refused.length > 0) return { outcome: 'refused', refused };
    for (const offerId of order.offerIds) counts.set(offerId, (counts.get(offerId) ?? 0) + 1);
    const { redemption } = decision.step;
    entries.set(order.orderId, redemption);
    reserved.push(redemption);
    return { outcome: 'reserved', refused: [] };
  });

  return {
    outcomes,
    reserved,
    counts: [...counts]
      .map(([offerId, redemptions]) => ({ offerId, redemptions }))
      .sort((left, right) => (left.offerId < right.offerId ? -1 : 1)),
  };
}

/** The order exists: its hold does not run out any more (R5). An order without an entry gets one, since nothing may refuse it. */
export function place(known: Redemption | undefined, order: Wanted): Step | undefined {
  if (known === undefined) {
    if (order.offerIds.length === 0) return undefined;
    return { redemption: { ...order, state: 'reserved', holdUntil: null }, counts: 'up' };
  }
  if (known.state !== 'reserved' || known.holdUntil === null) return undefined;
  return { redemption: { ...known, holdUntil: null }, counts: 'stay' };
}

/** The order was confirmed (R6). */
export function capture(known: Redemption | undefined): Step | undefined {
  if (known?.state !== 'reserved') return undefined;
  return { redemption: { ...known, state: 'captured', holdUntil: null }, counts: 'stay' };
}

/** The order was cancelled: reserved or captured, it is given back, once (R8). */
export function cancel(known: Redemption | undefined): Step | undefined {
  if (known === undefined || known.state === 'released') return undefined;
  return { redemption: { ...known, state: 'released', holdUntil: null }, counts: 'down' };
}

/**
 * The order did not come about (R9): what it held is given back, and its id is closed, also when the call that
 * reserves is still on its way.
 */
export function abandon(known: Redemption | undefined, orderId: string): Step | undefined {
  if (known === undefined) {
    const redemption = { orderId, userId: '', offerIds: [], state: 'released', holdUntil: null } as const;
    return { redemption, counts: 'stay' };
  }
  return known.state === 'reserved' ? cancel(known) : undefined;
}
