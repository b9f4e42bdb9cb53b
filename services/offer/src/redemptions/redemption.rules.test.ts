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

it('takes ids in one spelling and one order, each once (R4)', () => {
  expect(sortedIds(['B', 'a', 'b'])).toEqual(['a', 'b']);
});

it('reserves once for an order, whatever became of it since (R4)', () => {
  expect(reserve(undefined, wanted, holdUntil)).toEqual({ outcome: 'reserved', redemption: held });
  for (const known of [held, owned, captured])
    expect(reserve(known, wanted, holdUntil).outcome).toBe('reserved-before');
  expect(reserve(held, { ...wanted, offerIds: ['a'] }, holdUntil).outcome).toBe('other-offers');
  expect(reserve(released, wanted, holdUntil).outcome).toBe('closed');
});

it('a placed order owns its hold (R5)', () => {
  expect(place(held, wanted)).toEqual({ redemption: owned, counts: 'stay' });
  for (const known of [owned, captured, released]) expect(place(known, wanted)).toBeUndefined();
});

it('an order without an entry gets one, and one without offers needs none (R5)', () => {
  expect(place(undefined, wanted)).toEqual({ redemption: owned, counts: 'up' });
  expect(place(undefined, { ...wanted, offerIds: [] })).toBeUndefined();
});

it('a confirmation captures, also before the event that the order was placed (R6)', () => {
  for (const known of [held, owned]) {
    expect(capture(known)).toEqual({ redemption: captured, counts: 'stay' });
  }
  for (const known of [undefined, captured, released]) expect(capture(known)).toBeUndefined();
});

it('a cancellation gives back once, and is final (R8, I-10)', () => {
  for (const known of [held, owned, captured])
    expect(cancel(known)).toEqual({ redemption: released, counts: 'down' });
  for (const known of [undefined, released]) expect(cancel(known)).toBeUndefined();
  expect([place(released, wanted), capture(released)]).toEqual([undefined, undefined]);
});

it('an order that did not come about is closed, also before its call arrives; what is captured stays (R9)', () => {
  const nothing = { orderId: 'o', userId: '', offerIds: [], state: 'released', holdUntil: null };
  expect(abandon(undefined, 'o')).toEqual({ redemption: nothing, counts: 'stay' });
  const closed = abandon(undefined, 'o')?.redemption;
  expect(reserve(closed, wanted, holdUntil).outcome).toBe('closed');
  expect(abandon(held, 'o')).toEqual({ redemption: released, counts: 'down' });
  for (const known of [captured, released]) expect(abandon(known, 'o')).toBeUndefined();
});

it('in whatever order and however often events come, an order counts exactly while it is reserved or captured (I-5)', () => {
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
