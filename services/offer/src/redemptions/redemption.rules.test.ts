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
const request = { orderId: 'o', userId: 'u', offerIds: ['a', 'b'] };
const heldRedemption: Redemption = { ...request, state: 'reserved', holdUntil };
const placedRedemption: Redemption = { ...heldRedemption, holdUntil: null };
const capturedRedemption: Redemption = { ...placedRedemption, state: 'captured' };
const releasedRedemption: Redemption = { ...placedRedemption, state: 'released' };

it('normalises, sorts and deduplicates ids (OFF-R4)', () => {
  expect(sortedIds(['B', 'a', 'b'])).toEqual(['a', 'b']);
});

it('reserves once per order, whatever happened since (OFF-R4)', () => {
  expect(reserve(undefined, request, holdUntil)).toEqual({ outcome: 'reserved', redemption: heldRedemption });
  for (const current of [heldRedemption, placedRedemption, capturedRedemption])
    expect(reserve(current, request, holdUntil).outcome).toBe('reserved-before');
  expect(reserve(heldRedemption, { ...request, offerIds: ['a'] }, holdUntil).outcome).toBe('other-offers');
  expect(reserve(releasedRedemption, request, holdUntil).outcome).toBe('closed');
});

it('keeps the redemptions of a placed order (OFF-R5)', () => {
  expect(place(heldRedemption, request)).toEqual({ redemption: placedRedemption, counts: 'stay' });
  for (const current of [placedRedemption, capturedRedemption, releasedRedemption])
    expect(place(current, request)).toBeUndefined();
});

it('adds an entry for an order without one, if it has offers (OFF-R5)', () => {
  expect(place(undefined, request)).toEqual({ redemption: placedRedemption, counts: 'up' });
  expect(place(undefined, { ...request, offerIds: [] })).toBeUndefined();
});

it("captures on confirmation, even before the order's first event (OFF-R6)", () => {
  for (const current of [heldRedemption, placedRedemption]) {
    expect(capture(current)).toEqual({ redemption: capturedRedemption, counts: 'stay' });
  }
  for (const current of [undefined, capturedRedemption, releasedRedemption])
    expect(capture(current)).toBeUndefined();
});

it('releases once on cancellation, which is final (OFF-R8, I-10)', () => {
  for (const current of [heldRedemption, placedRedemption, capturedRedemption])
    expect(cancel(current)).toEqual({ redemption: releasedRedemption, counts: 'down' });
  for (const current of [undefined, releasedRedemption]) expect(cancel(current)).toBeUndefined();
  expect([place(releasedRedemption, request), capture(releasedRedemption)]).toEqual([undefined, undefined]);
});

it('closes an order that was not placed, even before its call arrives, and keeps captured redemptions (OFF-R9)', () => {
  const closedEntry = { orderId: 'o', userId: '', offerIds: [], state: 'released', holdUntil: null };
  expect(abandon(undefined, 'o')).toEqual({ redemption: closedEntry, counts: 'stay' });
  const closedRedemption = abandon(undefined, 'o')?.redemption;
  expect(reserve(closedRedemption, request, holdUntil).outcome).toBe('closed');
  expect(abandon(heldRedemption, 'o')).toEqual({ redemption: releasedRedemption, counts: 'down' });
  for (const current of [capturedRedemption, releasedRedemption])
    expect(abandon(current, 'o')).toBeUndefined();
});

it('counts an order while it is reserved or captured, for any order and repetition of events (I-5)', () => {
  const events = {
    reserve: (current: Redemption | undefined) => {
      const decision = reserve(current, request, holdUntil);
      return decision.outcome === 'reserved'
        ? ({ redemption: decision.redemption, counts: 'up' } as const)
        : undefined;
    },
    place: (current: Redemption | undefined) => place(current, request),
    capture,
    cancel,
    abandon: (current: Redemption | undefined) => abandon(current, 'o'),
  } satisfies Record<string, (current: Redemption | undefined) => Step | undefined>;
  const names = Object.keys(events) as (keyof typeof events)[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), (sequence) => {
      let current: Redemption | undefined;
      let count = 0;
      for (const name of sequence) {
        const step = events[name](current);
        if (!step) continue;
        const { redemption, counts } = step;
        if (counts === 'up') count += redemption.offerIds.length;
        if (counts === 'down') count -= redemption.offerIds.length;
        current = redemption;
        expect(count).toBe(redemption.state === 'released' ? 0 : 2);
      }
    }),
  );
});
