import fc from 'fast-check';
import {
  abandon,
  cancel,
  capture,
  place,
  type Redemption,
  reserve,
  type Step,
  sortedIds,
} from './redemption.rules.ts';

const holdUntil = new Date('2026-11-21T06:01:00Z');
const wanted = { orderId: 'o', userId: 'u', offerIds: ['a', 'b'] };
const held: Redemption = { ...wanted, state: 'reserved', holdUntil };
const owned: Redemption = { ...held, holdUntil: null };
const captured: Redemption = { ...owned, state: 'captured' };
const released: Redemption = { ...owned, state: 'released' };

it('normalises, sorts and deduplicates ids (OFF-R4)', () => {
  expect(sortedIds(['B', 'a', 'b'])).toEqual(['a', 'b']);
});

it('reserves once per order, whatever happened since (OFF-R4)', () => {
  expect(reserve(undefined, wanted, holdUntil)).toEqual({ outcome: 'reserved', redemption: held });
  for (const known of [held, owned, captured])
    expect(reserve(known, wanted, holdUntil).outcome).toBe('reserved-before');
  expect(reserve(held, { ...wanted, offerIds: ['a'] }, holdUntil).outcome).toBe('other-offers');
  expect(reserve(released, wanted, holdUntil).outcome).toBe('closed');
});

it('keeps the redemptions of a placed order (OFF-R5)', () => {
  expect(place(held, wanted)).toEqual({ redemption: owned, counts: 'stay' });
  for (const known of [owned, captured, released]) expect(place(known, wanted)).toBeUndefined();
});

it('adds an entry for an order without one, if it has offers (OFF-R5)', () => {
  expect(place(undefined, wanted)).toEqual({ redemption: owned, counts: 'up' });
  expect(place(undefined, { ...wanted, offerIds: [] })).toBeUndefined();
});

it("captures on confirmation, even before the order's first event (OFF-R6)", () => {
  for (const known of [held, owned]) {
    expect(capture(known)).toEqual({ redemption: captured, counts: 'stay' });
  }
  for (const known of [undefined, captured, released]) expect(capture(known)).toBeUndefined();
});

it('releases once on cancellation, which is final (OFF-R8, I-10)', () => {
  for (const known of [held, owned, captured])
    expect(cancel(known)).toEqual({ redemption: released, counts: 'down' });
  for (const known of [undefined, released]) expect(cancel(known)).toBeUndefined();
  expect([place(released, wanted), capture(released)]).toEqual([undefined, undefined]);
});

it('closes an order that was not placed, even before its call arrives, and keeps captured redemptions (OFF-R9)', () => {
  const nothing = { orderId: 'o', userId: '', offerIds: [], state: 'released', holdUntil: null };
  expect(abandon(undefined, 'o')).toEqual({ redemption: nothing, counts: 'stay' });
  const closed = abandon(undefined, 'o')?.redemption;
  expect(reserve(closed, wanted, holdUntil).outcome).toBe('closed');
  expect(abandon(held, 'o')).toEqual({ redemption: released, counts: 'down' });
  for (const known of [captured, released]) expect(abandon(known, 'o')).toBeUndefined();
});

it('counts an order while it is reserved or captured, for any order and repetition of events (I-5)', () => {
  const events = {
    reserve: (known: Redemption | undefined) => {
      const decision = reserve(known, wanted, holdUntil);
      return decision.outcome === 'reserved'
        ? ({ redemption: decision.redemption, counts: 'up' } as const)
        : undefined;
    },
    place: (known: Redemption | undefined) => place(known, wanted),
    capture,
    cancel,
    abandon: (known: Redemption | undefined) => abandon(known, 'o'),
  } satisfies Record<string, (known: Redemption | undefined) => Step | undefined>;
  const names = Object.keys(events) as (keyof typeof events)[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), (arriving) => {
      let known: Redemption | undefined;
      let count = 0;
      for (const name of arriving) {
        const step = events[name](known);
        if (!step) continue;
        const { redemption, counts } = step;
        if (counts === 'up') count += redemption.offerIds.length;
        if (counts === 'down') count -= redemption.offerIds.length;
        known = redemption;
        expect(count).toBe(redemption.state === 'released' ? 0 : 2);
      }
    }),
  );
});
