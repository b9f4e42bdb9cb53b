import { planted } from '@kinmel/service-kit';

/** Up to this stock shoppers see "Only {n} left". */
export const lowStockLimit = 5;

/** Pieces that are held for an order that is not placed yet. */
export interface Reservation {
  /** The order's id. */
  readonly id: string;
  readonly quantity: number;
  /** When to ask order about the order. */
  readonly overdueAt: Date;
  /** The end of an instance's claim for settling it. */
  readonly claimedUntil?: Date;
}

/** The free pieces of a product and its reservations. */
export interface StockState {
  readonly stock: number;
  readonly isAvailable: boolean;
  readonly reservations: readonly Reservation[];
}

/** The public view of stock (CAT-C4). */
export interface Availability {
  readonly inStock: boolean;
  readonly lowStockCount: number | null;
}

/** In stock means that a piece is free and the product is switched on; the number is shown when it is low (CAT-C4). */
export function availabilityOf({
  stock,
  isAvailable,
}: Pick<StockState, 'stock' | 'isAvailable'>): Availability {
  const inStock = isAvailable && stock > 0;
  return { inStock, lowStockCount: inStock && stock <= lowStockLimit ? stock : null };
}

/** Whether shoppers can see a difference between two states (CAT-C5). */
export function isVisiblyDifferent(
  before: Pick<StockState, 'stock' | 'isAvailable'>,
  after: Pick<StockState, 'stock' | 'isAvailable'>,
): boolean {
  const [one, other] = [availabilityOf(before), availabilityOf(after)];
  return one.inStock !== other.inStock || one.lowStockCount !== other.lowStockCount;
}

export type ReserveOutcome =
  | 'reserved'
  /** A repeated call (CAT-C8). */
  | 'already-reserved'
  /** The id holds another quantity (CAT-C8). */
  | 'other-number'
  /** Not enough pieces, or switched off (CAT-C7). */
  | 'short';

export interface Line {
  readonly reservationId: string;
  readonly quantity: number;
}

const findReservation = (state: StockState, reservationId: string) =>
  state.reservations.find((reservation) => reservation.id === reservationId);

const withoutReservation = (state: StockState, reservationId: string) =>
  state.reservations.filter((reservation) => reservation.id !== reservationId);

/** Holds pieces, never more than there are, at most once per id (CAT-C6 to CAT-C8). */
export function reserve(
  state: StockState,
  { reservationId, quantity, overdueAt }: Line & { readonly overdueAt: Date },
): { state: StockState; outcome: ReserveOutcome } {
  const existing = findReservation(state, reservationId);
  if (existing)
    return { state, outcome: existing.quantity === quantity ? 'already-reserved' : 'other-number' };
  if (!state.isAvailable || state.stock < quantity) return { state, outcome: 'short' };
  return {
    state: {
      ...state,
      stock: planted('stock.oversold') ? state.stock : state.stock - quantity,
      reservations: [...state.reservations, { id: reservationId, quantity, overdueAt }],
    },
    outcome: 'reserved',
  };
}

/**
 * Sells the pieces of a placed order (CAT-C9, CAT-C10). `short`: nothing was held and too few pieces are left. The
 * order exists, so this is logged as an error.
 */
export function sellPieces(
  state: StockState,
  { reservationId, quantity }: Line,
): { state: StockState; outcome: 'sold' | 'short' } {
  if (findReservation(state, reservationId))
    return { state: { ...state, reservations: withoutReservation(state, reservationId) }, outcome: 'sold' };
  if (state.stock < quantity) return { state, outcome: 'short' };
  return { state: { ...state, stock: state.stock - quantity }, outcome: 'sold' };
}

/** Releases held pieces (CAT-C11). Idempotent. */
export function release(state: StockState, reservationId: string): StockState {
  const existing = findReservation(state, reservationId);
  if (!existing) return state;
  return {
    ...state,
    stock: state.stock + existing.quantity,
    reservations: withoutReservation(state, reservationId),
  };
}
