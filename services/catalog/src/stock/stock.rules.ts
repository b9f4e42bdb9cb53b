/** At this number of pieces or fewer a shopper sees "Only {n} left". */
export const lowStockLimit = 5;

/** Pieces of one product that are set aside under the id of an order which is not placed yet. */
export interface Reservation {
  /** The order's id. */
  readonly id: string;
  readonly quantity: number;
  /** From then on order is asked what became of it. */
  readonly overdueAt: Date;
  /** Until when an instance has it to itself to ask order about it; absent before the first time. */
  readonly claimedUntil?: Date;
}

/** What the rules of stock look at: the pieces that are free to be sold, and what is set aside of the others. */
export interface StockState {
  readonly stock: number;
  readonly isAvailable: boolean;
  readonly reservations: readonly Reservation[];
}

/** What anybody outside catalog may know of the stock (C4). */
export interface Availability {
  readonly inStock: boolean;
  readonly lowStockCount: number | null;
}

/** C4: in stock means that a piece is free and the product is not switched off; the number shows only when it is low. */
export function availabilityOf({
  stock,
  isAvailable,
}: Pick<StockState, 'stock' | 'isAvailable'>): Availability {
  const inStock = isAvailable && stock > 0;
  return { inStock, lowStockCount: inStock && stock <= lowStockLimit ? stock : null };
}

/** True when the difference between two states is one that a shopper can see (C5). */
export function isVisiblyDifferent(
  before: Pick<StockState, 'stock' | 'isAvailable'>,
  after: Pick<StockState, 'stock' | 'isAvailable'>,
): boolean {
  const [one, other] = [availabilityOf(before), availabilityOf(after)];
  return one.inStock !== other.inStock || one.lowStockCount !== other.lowStockCount;
}

export type ReserveOutcome =
  | 'reserved'
  /** The same id holds the same number already: the call was repeated (C8). */
  | 'already-reserved'
  /** The same id holds another number (C8). */
  | 'other-number'
  /** Not enough pieces, or switched off (C7). */
  | 'short';

export interface Line {
  readonly reservationId: string;
  readonly quantity: number;
}

const found = (state: StockState, reservationId: string) =>
  state.reservations.find((reservation) => reservation.id === reservationId);

const without = (state: StockState, reservationId: string) =>
  state.reservations.filter((reservation) => reservation.id !== reservationId);

/** C6 to C8: sets pieces aside, never more than there are, at most once under one id. */
export function reserve(
  state: StockState,
  { reservationId, quantity, overdueAt }: Line & { readonly overdueAt: Date },
): { state: StockState; outcome: ReserveOutcome } {
  const earlier = found(state, reservationId);
  if (earlier) return { state, outcome: earlier.quantity === quantity ? 'already-reserved' : 'other-number' };
  if (!state.isAvailable || state.stock < quantity) return { state, outcome: 'short' };
  return {
    state: {
      ...state,
      stock: state.stock - quantity,
      reservations: [...state.reservations, { id: reservationId, quantity, overdueAt }],
    },
    outcome: 'reserved',
  };
}

export type TakeOutcome =
  | 'sold'
  /** Nothing was held any more and too few pieces are left: the order exists, so it is logged as an error (C10). */
  | 'short';

/** C9, C10: the pieces of an order that exists leave the stock for good. */
export function take(
  state: StockState,
  { reservationId, quantity }: Line,
): { state: StockState; outcome: TakeOutcome } {
  if (found(state, reservationId))
    return { state: { ...state, reservations: without(state, reservationId) }, outcome: 'sold' };
  if (state.stock < quantity) return { state, outcome: 'short' };
  return { state: { ...state, stock: state.stock - quantity }, outcome: 'sold' };
}

/** C11: puts held pieces back. An id that holds nothing changes nothing. */
export function release(state: StockState, reservationId: string): StockState {
  const earlier = found(state, reservationId);
  if (!earlier) return state;
  return {
    ...state,
    stock: state.stock + earlier.quantity,
    reservations: without(state, reservationId),
  };
}
