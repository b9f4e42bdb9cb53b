/** At this number of pieces or fewer a shopper sees "Only {n} left" (decision SIL-22). */
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
export interface Shelf {
  readonly stock: number;
  readonly isAvailable: boolean;
  readonly reservations: readonly Reservation[];
}

/** What anybody outside catalog may know of the stock (C4). */
export interface Availability {
  readonly inStock: boolean;
  readonly lowStockCount: number | null;
}

/** C4: in stock means that a piece is free and nobody switched the product off; the number shows only when it is low. */
export function availabilityOf({ stock, isAvailable }: Pick<Shelf, 'stock' | 'isAvailable'>): Availability {
  const inStock = isAvailable && stock > 0;
  return { inStock, lowStockCount: inStock && stock <= lowStockLimit ? stock : null };
}

/** True when the difference between two shelves is one that a shopper can see (C5). */
export function isVisiblyDifferent(
  before: Pick<Shelf, 'stock' | 'isAvailable'>,
  after: Pick<Shelf, 'stock' | 'isAvailable'>,
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

const found = (shelf: Shelf, reservationId: string) =>
  shelf.reservations.find((reservation) => reservation.id === reservationId);

const without = (shelf: Shelf, reservationId: string) =>
  shelf.reservations.filter((reservation) => reservation.id !== reservationId);

/** C6 to C8: sets pieces aside, never more than there are, at most once under one id. */
export function reserve(
  shelf: Shelf,
  { reservationId, quantity, overdueAt }: Line & { readonly overdueAt: Date },
): { shelf: Shelf; outcome: ReserveOutcome } {
  const earlier = found(shelf, reservationId);
  if (earlier) return { shelf, outcome: earlier.quantity === quantity ? 'already-reserved' : 'other-number' };
  if (!shelf.isAvailable || shelf.stock < quantity) return { shelf, outcome: 'short' };
  return {
    shelf: {
      ...shelf,
      stock: shelf.stock - quantity,
      reservations: [...shelf.reservations, { id: reservationId, quantity, overdueAt }],
    },
    outcome: 'reserved',
  };
}

export type TakeOutcome =
  | 'sold'
  /** Nothing was held any more and the pieces are gone: the order exists, so somebody must be told (C10). */
  | 'short';

/** C9, C10: the pieces of an order that exists leave the shelf for good. */
export function take(
  shelf: Shelf,
  { reservationId, quantity }: Line,
): { shelf: Shelf; outcome: TakeOutcome } {
  if (found(shelf, reservationId))
    return { shelf: { ...shelf, reservations: without(shelf, reservationId) }, outcome: 'sold' };
  if (shelf.stock < quantity) return { shelf, outcome: 'short' };
  return { shelf: { ...shelf, stock: shelf.stock - quantity }, outcome: 'sold' };
}

/** C11: puts held pieces back. An id that holds nothing changes nothing. */
export function release(shelf: Shelf, reservationId: string): Shelf {
  const earlier = found(shelf, reservationId);
  if (!earlier) return shelf;
  return {
    ...shelf,
    stock: shelf.stock + earlier.quantity,
    reservations: without(shelf, reservationId),
  };
}
