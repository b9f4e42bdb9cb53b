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
  | { readonly outcome: 'reserved'; readonly redemption: Redemption }
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
    return { outcome: 'reserved', redemption: { ...wanted, state: 'reserved', holdUntil } };
  }
  if (known.state === 'released') return { outcome: 'closed' };
  const isSame = known.offerIds.join() === wanted.offerIds.join();
  return { outcome: isSame ? 'reserved-before' : 'other-offers' };
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
