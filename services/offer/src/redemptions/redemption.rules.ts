/** The redemptions of an order: one of each of its offers, all in the same state (OFF-R1). */
export interface Redemption {
  readonly orderId: string;
  readonly userId: string;
  /** Sorted and unique. Empty when the order was abandoned before it reserved any. */
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** When to ask the order service about the order; null once the order exists. */
  readonly holdUntil: Date | null;
}

/** The new entry and the change of the counts of its offers; undefined without a change. */
export interface Step {
  readonly redemption: Redemption;
  readonly counts: 'up' | 'down' | 'stay';
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly redemption: Redemption }
  /** A repeated call. */
  | { readonly outcome: 'reserved-before' }
  /** The order was abandoned or cancelled and can never reserve again. */
  | { readonly outcome: 'closed' }
  /** The order id has other offers. */
  | { readonly outcome: 'other-offers' };

/** Normalises ids, so that calls can be compared (OFF-R4). */
export const sortedIds = (offerIds: readonly string[]): string[] =>
  [...new Set(offerIds.map((id) => id.toLowerCase()))].sort();

export type RedemptionRequest = Pick<Redemption, 'orderId' | 'userId' | 'offerIds'>;

/** Reserves for an order (OFF-R2, OFF-R4). */
export function reserve(
  current: Redemption | undefined,
  request: RedemptionRequest,
  holdUntil: Date,
): ReserveOutcome {
  if (current === undefined) {
    return { outcome: 'reserved', redemption: { ...request, state: 'reserved', holdUntil } };
  }
  if (current.state === 'released') return { outcome: 'closed' };
  const isSame = current.offerIds.join() === request.offerIds.join();
  return { outcome: isSame ? 'reserved-before' : 'other-offers' };
}

/** The order was placed: its hold no longer expires (OFF-R5). An order without an entry gets one. */
export function place(current: Redemption | undefined, order: RedemptionRequest): Step | undefined {
  if (current === undefined) {
    if (order.offerIds.length === 0) return undefined;
    return { redemption: { ...order, state: 'reserved', holdUntil: null }, counts: 'up' };
  }
  if (current.state !== 'reserved' || current.holdUntil === null) return undefined;
  return { redemption: { ...current, holdUntil: null }, counts: 'stay' };
}

export function capture(current: Redemption | undefined): Step | undefined {
  if (current?.state !== 'reserved') return undefined;
  return { redemption: { ...current, state: 'captured', holdUntil: null }, counts: 'stay' };
}

/** The order was cancelled: its reserved or captured redemptions are released, once (OFF-R8). */
export function cancel(current: Redemption | undefined): Step | undefined {
  if (current === undefined || current.state === 'released') return undefined;
  return { redemption: { ...current, state: 'released', holdUntil: null }, counts: 'down' };
}

/** The order was not placed (OFF-R9): releases its redemptions and closes its id, also for a reserving call that arrives later. */
export function abandon(current: Redemption | undefined, orderId: string): Step | undefined {
  if (current === undefined) {
    const redemption = { orderId, userId: '', offerIds: [], state: 'released', holdUntil: null } as const;
    return { redemption, counts: 'stay' };
  }
  return current.state === 'reserved' ? cancel(current) : undefined;
}
