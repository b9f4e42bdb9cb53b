/** At this number of pieces or fewer a shopper sees "Only {n} left" (decision SIL-22). */
export const lowStockLimit = 5;

/** How long a closed reservation is remembered, so that a repeated call finds it; as long as the outbox keeps its rows. */
export const closedReservationKeptMs = 24 * 60 * 60 * 1000;

export type ReservationState = 'held' | 'sold' | 'released';

/** Pieces of one product that were set aside under the id of one order. */
export interface Reservation {
  readonly id: string;
  readonly quantity: number;
  readonly state: ReservationState;
  /** Held: when the pieces go back by themselves. Closed: when the row may be forgotten. */
  readonly expiresAt: Date;
}

/** What the rules of stock look at: the pieces that are free to be sold, and what was set aside of the others. */
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
  /** This id was sold or released before, or holds another number: nothing may be taken under it again (C8). */
  | 'closed'
  /** Not enough pieces, or switched off (C7). */
  | 'short';

export interface Line {
  readonly reservationId: string;
  readonly quantity: number;
}

const found = (shelf: Shelf, reservationId: string) =>
  shelf.reservations.find((reservation) => reservation.id === reservationId);

const replaced = (shelf: Shelf, next: Reservation) =>
  shelf.reservations.map((reservation) => (reservation.id === next.id ? next : reservation));

/** C6 to C8: sets pieces aside, never more than there are, at most once under one id. */
export function reserve(
  shelf: Shelf,
  { reservationId, quantity, expiresAt }: Line & { readonly expiresAt: Date },
): { shelf: Shelf; outcome: ReserveOutcome } {
  const earlier = found(shelf, reservationId);
  if (earlier) {
    const isRepeat = earlier.state === 'held' && earlier.quantity === quantity;
    return { shelf, outcome: isRepeat ? 'already-reserved' : 'closed' };
  }
  if (!shelf.isAvailable || shelf.stock < quantity) return { shelf, outcome: 'short' };
  return {
    shelf: {
      ...shelf,
      stock: shelf.stock - quantity,
      reservations: [...shelf.reservations, { id: reservationId, quantity, state: 'held', expiresAt }],
    },
    outcome: 'reserved',
  };
}

export type ConfirmOutcome = 'sold' | 'already-sold' | 'short';

/**
 * C9, C10: an accepted order turns what it holds into a sale. When its reservation ran out before, the pieces are
 * taken anew if they are still there; if not the caller is told, because the order exists already.
 */
export function confirm(
  shelf: Shelf,
  { reservationId, quantity }: Line,
  now: Date,
): { shelf: Shelf; outcome: ConfirmOutcome } {
  const earlier = found(shelf, reservationId);
  const sold: Reservation = {
    id: reservationId,
    quantity: earlier?.state === 'held' ? earlier.quantity : quantity,
    state: 'sold',
    expiresAt: new Date(now.getTime() + closedReservationKeptMs),
  };
  if (earlier?.state === 'sold') return { shelf, outcome: 'already-sold' };
  if (earlier?.state === 'held')
    return { shelf: { ...shelf, reservations: replaced(shelf, sold) }, outcome: 'sold' };
  if (shelf.stock < quantity) return { shelf, outcome: 'short' };
  return {
    shelf: {
      ...shelf,
      stock: shelf.stock - quantity,
      reservations: earlier ? replaced(shelf, sold) : [...shelf.reservations, sold],
    },
    outcome: 'sold',
  };
}

/** C11: gives held pieces back. Sold, released and unknown reservations stay as they are. */
export function release(shelf: Shelf, reservationId: string, now: Date): Shelf {
  const earlier = found(shelf, reservationId);
  if (earlier?.state !== 'held') return shelf;
  return {
    ...shelf,
    stock: shelf.stock + earlier.quantity,
    reservations: replaced(shelf, {
      ...earlier,
      state: 'released',
      expiresAt: new Date(now.getTime() + closedReservationKeptMs),
    }),
  };
}

/** C12: what was held too long goes back, what was closed long ago is forgotten. */
export function expire(shelf: Shelf, now: Date): Shelf {
  const isDue = (reservation: Reservation) => reservation.expiresAt.getTime() <= now.getTime();
  const kept = shelf.reservations.filter(
    (reservation) => reservation.state === 'held' || !isDue(reservation),
  );
  const forgotten = { ...shelf, reservations: kept };
  return kept
    .filter((reservation) => reservation.state === 'held' && isDue(reservation))
    .reduce<Shelf>((current, reservation) => release(current, reservation.id, now), forgotten);
}
