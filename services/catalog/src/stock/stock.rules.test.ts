import fc from 'fast-check';
import {
  availabilityOf,
  closedReservationKeptMs,
  confirm,
  expire,
  isVisiblyDifferent,
  release,
  reserve,
  type Shelf,
} from './stock.rules.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-01T10:15:00.000Z');
const shelf = (stock: number, isAvailable = true): Shelf => ({ stock, isAvailable, reservations: [] });
const line = (reservationId: string, quantity: number) => ({ reservationId, quantity, expiresAt: later });

describe('availability (C4, SIL-22)', () => {
  it.each([
    [0, true, false, null],
    [1, true, true, 1],
    [5, true, true, 5],
    [6, true, true, null],
    [500, true, true, null],
    [3, false, false, null],
    [50, false, false, null],
  ])(
    'of %s pieces, switched on %s: in stock %s, "Only n left" %s',
    (stock, isAvailable, inStock, lowStockCount) => {
      expect(availabilityOf(shelf(stock, isAvailable))).toEqual({ inStock, lowStockCount });
    },
  );

  it.each([
    [50, 49, false],
    [6, 5, true],
    [5, 4, true],
    [1, 0, true],
    [0, 1, true],
  ])('from %s to %s pieces is visible: %s (C5)', (before, after, expected) => {
    expect(isVisiblyDifferent(shelf(before), shelf(after))).toBe(expected);
  });

  it('does not change visibly while the product is switched off (C5)', () => {
    expect(isVisiblyDifferent(shelf(3, false), shelf(0, false))).toBe(false);
  });
});

describe('reserving', () => {
  it('takes the last piece (C7)', () => {
    expect(reserve(shelf(1), line('r1', 1))).toMatchObject({ outcome: 'reserved', shelf: { stock: 0 } });
  });

  it('takes nothing when one piece is missing (C7)', () => {
    const before = shelf(2);
    expect(reserve(before, line('r1', 3))).toEqual({ outcome: 'short', shelf: before });
  });

  it('takes nothing of a product that is switched off (C7)', () => {
    expect(reserve(shelf(9, false), line('r1', 1)).outcome).toBe('short');
  });

  it('takes pieces once however often it is asked under one id (C8)', () => {
    const once = reserve(shelf(5), line('r1', 2)).shelf;
    expect(reserve(once, line('r1', 2))).toEqual({ outcome: 'already-reserved', shelf: once });
  });

  it('refuses another number under the same id (C8)', () => {
    const once = reserve(shelf(5), line('r1', 2)).shelf;
    expect(reserve(once, line('r1', 3))).toEqual({ outcome: 'closed', shelf: once });
  });

  it('refuses an id that was sold or released before (C8)', () => {
    const held = reserve(shelf(5), line('r1', 2)).shelf;
    expect(reserve(release(held, 'r1', now), line('r1', 2)).outcome).toBe('closed');
    expect(reserve(confirm(held, line('r1', 2), now).shelf, line('r1', 2)).outcome).toBe('closed');
  });
});

describe('a sale', () => {
  it('keeps the pieces that were held, and repeated changes nothing (C9)', () => {
    const held = reserve(shelf(5), line('r1', 2)).shelf;
    const sold = confirm(held, line('r1', 2), now);
    expect(sold).toMatchObject({ outcome: 'sold', shelf: { stock: 3 } });
    expect(confirm(sold.shelf, line('r1', 2), now)).toEqual({ outcome: 'already-sold', shelf: sold.shelf });
  });

  it('takes the pieces anew when the reservation ran out and they are there (C10)', () => {
    const lapsed = expire(reserve(shelf(5), line('r1', 2)).shelf, later);
    expect(lapsed.stock).toBe(5);
    expect(confirm(lapsed, line('r1', 2), later)).toMatchObject({ outcome: 'sold', shelf: { stock: 3 } });
  });

  it('says so when the reservation ran out and the pieces are gone (C10)', () => {
    const lapsed = expire(reserve(shelf(2), line('r1', 2)).shelf, later);
    const taken = reserve(lapsed, line('r2', 2)).shelf;
    expect(confirm(taken, line('r1', 2), later)).toEqual({ outcome: 'short', shelf: taken });
  });
});

describe('giving back (C11)', () => {
  it('returns held pieces once', () => {
    const held = reserve(shelf(5), line('r1', 2)).shelf;
    const back = release(held, 'r1', now);
    expect(back.stock).toBe(5);
    expect(release(back, 'r1', now)).toBe(back);
  });

  it('returns nothing of a sale', () => {
    const sold = confirm(reserve(shelf(5), line('r1', 2)).shelf, line('r1', 2), now).shelf;
    expect(release(sold, 'r1', now)).toBe(sold);
  });

  it('of an unknown reservation changes nothing', () => {
    const before = shelf(5);
    expect(release(before, 'nobody', now)).toBe(before);
  });
});

describe('running out (C12)', () => {
  it('returns what is due to the millisecond and not before', () => {
    const held = reserve(shelf(5), line('r1', 2)).shelf;
    expect(expire(held, new Date(later.getTime() - 1)).stock).toBe(3);
    expect(expire(held, later).stock).toBe(5);
  });

  it('never touches a sale, and forgets it only after a day', () => {
    const sold = confirm(reserve(shelf(5), line('r1', 2)).shelf, line('r1', 2), now).shelf;
    expect(expire(sold, later)).toEqual(sold);
    const dayAfter = new Date(now.getTime() + closedReservationKeptMs);
    expect(expire(sold, dayAfter)).toEqual({ ...sold, reservations: [] });
  });
});

describe('whatever happens in whatever order', () => {
  const action = fc.record({
    kind: fc.constantFrom('reserve', 'confirm', 'release', 'expire'),
    id: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    quantity: fc.integer({ min: 1, max: 4 }),
    minute: fc.integer({ min: 0, max: 40 }),
  });

  it('no piece appears or disappears: free, held and sold pieces add up, and none is below zero (C6 to C12)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.array(action, { maxLength: 40 }), (stock, actions) => {
        let current = shelf(stock);
        let clock = now.getTime();
        for (const { kind, id, quantity, minute } of actions) {
          clock += minute * 60_000;
          const at = new Date(clock);
          const expiresAt = new Date(clock + 15 * 60_000);
          if (kind === 'reserve')
            current = reserve(current, { reservationId: id, quantity, expiresAt }).shelf;
          if (kind === 'confirm') current = confirm(current, { reservationId: id, quantity }, at).shelf;
          if (kind === 'release') current = release(current, id, at);
          if (kind === 'expire') current = expire(current, at);
          const out = current.reservations
            .filter(({ state }) => state !== 'released')
            .reduce((sum, reservation) => sum + reservation.quantity, 0);
          expect(current.stock).toBeGreaterThanOrEqual(0);
          expect(current.stock + out).toBe(stock);
          expect(new Set(current.reservations.map(({ id: one }) => one)).size).toBe(
            current.reservations.length,
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
