import fc from 'fast-check';
import { cancelSale, type Sale } from './sale.rules.ts';
import {
  availabilityOf,
  isVisiblyDifferent,
  release,
  reserve,
  type StockState,
  sellPieces,
} from './stock.rules.ts';

const dueTime = new Date('2026-03-01T10:15:00.000Z');
const state = (stock: number, isAvailable = true): StockState => ({ stock, isAvailable, reservations: [] });
const line = (reservationId: string, quantity: number) => ({ reservationId, quantity, overdueAt: dueTime });

describe('availability (CAT-C4, SIL-22)', () => {
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
      expect(availabilityOf(state(stock, isAvailable))).toEqual({ inStock, lowStockCount });
    },
  );

  it.each([
    [50, 49, false],
    [6, 5, true],
    [5, 4, true],
    [1, 0, true],
    [0, 1, true],
  ])('from %s to %s pieces is visible: %s (CAT-C5)', (before, after, expected) => {
    expect(isVisiblyDifferent(state(before), state(after))).toBe(expected);
  });

  it('changes visibly when a product is switched off, even with many pieces (CAT-C5)', () => {
    expect(isVisiblyDifferent(state(20), state(20, false))).toBe(true);
    expect(isVisiblyDifferent(state(20, false), state(20))).toBe(true);
  });
  it('does not change visibly while a product is switched off (CAT-C5)', () => {
    expect(isVisiblyDifferent(state(3, false), state(0, false))).toBe(false);
  });
});

describe('reserving', () => {
  it('takes the last piece (CAT-C7)', () => {
    expect(reserve(state(1), line('r1', 1))).toMatchObject({ outcome: 'reserved', state: { stock: 0 } });
  });

  it('takes nothing when a piece is missing (CAT-C7)', () => {
    const before = state(2);
    expect(reserve(before, line('r1', 3))).toEqual({ outcome: 'short', state: before });
  });

  it('takes nothing from a product that is switched off (CAT-C7)', () => {
    expect(reserve(state(9, false), line('r1', 1)).outcome).toBe('short');
  });

  it('takes pieces once per id (CAT-C8)', () => {
    const once = reserve(state(5), line('r1', 2)).state;
    expect(reserve(once, line('r1', 2))).toEqual({ outcome: 'already-reserved', state: once });
  });

  it('stores quantity, id and time limit beside other reservations (CAT-C6)', () => {
    const first = reserve(state(5), line('r1', 2)).state;
    const withBoth = reserve(first, line('r2', 1)).state;
    const [firstRow, secondRow] = [
      { id: 'r1', quantity: 2, overdueAt: dueTime },
      { id: 'r2', quantity: 1, overdueAt: dueTime },
    ];
    expect(withBoth).toEqual({ stock: 2, isAvailable: true, reservations: [firstRow, secondRow] });
    expect(sellPieces(withBoth, line('r1', 2)).state).toEqual({
      stock: 2,
      isAvailable: true,
      reservations: [secondRow],
    });
    expect(release(withBoth, 'r1')).toEqual({ stock: 4, isAvailable: true, reservations: [secondRow] });
    expect(sellPieces(state(2), line('r1', 2))).toEqual({ outcome: 'sold', state: state(0) });
  });

  it('refuses another quantity under the same id (CAT-C8)', () => {
    const once = reserve(state(5), line('r1', 2)).state;
    expect(reserve(once, line('r1', 3))).toEqual({ outcome: 'other-number', state: once });
  });
});

describe('a sale', () => {
  it('takes the held pieces and leaves no reservation (CAT-C9)', () => {
    const held = reserve(state(5), line('r1', 2)).state;
    expect(sellPieces(held, line('r1', 2))).toEqual({ outcome: 'sold', state: state(3) });
  });

  it('takes free pieces when nothing was held, and reports when there are none (CAT-C10)', () => {
    expect(sellPieces(state(5), line('r1', 2))).toMatchObject({ outcome: 'sold', state: { stock: 3 } });
    expect(sellPieces(state(1), line('r1', 2))).toEqual({ outcome: 'short', state: state(1) });
  });

  const lines = [{ productId: 'p', quantity: 2 }];
  const sold: Sale = { orderId: 'r1', state: 'sold', lines };

  it('is stored as given back when the order was cancelled first (CAT-C11, R-22)', () => {
    expect(cancelSale(undefined, 'r1')).toEqual({ orderId: 'r1', state: 'given-back', lines: [] });
  });

  it('returns once, with all of its lines (CAT-C11, S-03)', () => {
    const givenBack = cancelSale(sold, 'r1');
    expect(givenBack).toEqual({ orderId: 'r1', state: 'given-back', lines });
    expect(cancelSale(givenBack, 'r1')).toBeUndefined();
  });
});

describe('releasing (CAT-C11)', () => {
  it('returns held pieces once', () => {
    const released = release(reserve(state(5), line('r1', 2)).state, 'r1');
    expect(released).toEqual(state(5));
    expect(release(released, 'r1')).toBe(released);
  });

  it('of an unknown reservation changes nothing', () => {
    const before = state(5);
    expect(release(before, 'nobody')).toBe(before);
  });
});

describe('for any sequence', () => {
  const action = fc.record({
    kind: fc.constantFrom('reserve', 'placed', 'cancelled', 'release'),
    id: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    quantity: fc.integer({ min: 1, max: 4 }),
  });

  it('free, held and sold pieces add up, and none is below zero (CAT-C6 to CAT-C12, I-4)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.array(action, { maxLength: 40 }), (stock, actions) => {
        let current = state(stock);
        const sales = new Map<string, Sale>();
        for (const { kind, id, quantity } of actions) {
          if (kind === 'reserve') current = reserve(current, line(id, quantity)).state;
          if (kind === 'release') current = release(current, id);
          if (kind === 'placed') {
            const held = current.reservations.find((row) => row.id === id)?.quantity ?? quantity;
            if (!sales.has(id)) {
              const { state: after, outcome } = sellPieces(current, line(id, held));
              current = after;
              const lines = outcome === 'sold' ? [{ productId: 'p', quantity: held }] : [];
              sales.set(id, { orderId: id, state: 'sold', lines });
            }
          }
          if (kind === 'cancelled') {
            const sale = cancelSale(sales.get(id), id);
            if (sale) {
              for (const { quantity: pieces } of sale.lines)
                current = { ...current, stock: current.stock + pieces };
              current = release(current, id);
              sales.set(id, sale);
            }
          }
          const held = current.reservations.reduce((sum, row) => sum + row.quantity, 0);
          const sold = [...sales.values()]
            .filter(({ state }) => state === 'sold')
            .flatMap(({ lines }) => lines)
            .reduce((sum, soldLine) => sum + soldLine.quantity, 0);
          expect(current.stock).toBeGreaterThanOrEqual(0);
          expect(current.stock + held + sold).toBe(stock);
          expect(new Set(current.reservations.map((row) => row.id)).size).toBe(current.reservations.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
