import { deviceLife } from './device-life.ts';
import { needsNote, statusesIn, statusesOf, stepBetween, usualStepsOf } from './life.ts';
import { knownStatuses, type LifeKind, lifeOf, lives } from './lives.ts';
import { orderLife } from './order-life.ts';
import { returnLife } from './return-life.ts';
import { sellRequestLife } from './sell-request-life.ts';

const kinds = Object.keys(lives) as LifeKind[];

/** The first status of a new record: a device that is new to the shop is received. */
const firstOf = (kind: LifeKind) => statusesOf(lifeOf(kind))[0];

describe.each(kinds)('the life of the record "%s"', (kind) => {
  const life = lifeOf(kind);

  it('has steps between its own statuses only, each with someone who takes it', () => {
    for (const { from, to, by } of life.steps) {
      expect(statusesOf(life)).toEqual(expect.arrayContaining([...from, to]));
      expect(from).not.toContain(to);
      expect([from, by].every(({ length }) => length > 0)).toBe(true);
    }
  });

  it('reaches every status by its declared steps', () => {
    const reached = new Set([firstOf(kind)]);
    for (let previousSize = 0; previousSize < reached.size; ) {
      previousSize = reached.size;
      for (const { from, to } of life.steps) if (from.some((status) => reached.has(status))) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...statusesOf(life)].sort());
  });

  it('declares each step of a person once', () => {
    const pairs = life.steps.flatMap(({ from, to, by }) =>
      from.flatMap((status) => by.map((actor) => `${status} > ${to} by ${actor}`)),
    );
    expect(pairs).toEqual([...new Set(pairs)]);
  });

  it('leads out of a closed status only by a separate endpoint, a note, a refund, or a resumption', () => {
    for (const status of statusesIn(life, 'closed'))
      for (const to of usualStepsOf(life, status))
        expect(needsNote(life, status, to) || to === 'refunded' || status === 'stopped').toBe(true);
  });

  it('promises a time only where the shop acts', () => {
    for (const status of statusesOf(life))
      if (life.statuses[status]?.promised) expect(life.statuses[status]?.stage).toBe('open');
  });
});

it.each(kinds)('the statuses of "%s" have the same color and word in all lives (ACONST-01)', (kind) => {
  for (const [status, { tone, word }] of Object.entries(lifeOf(kind).statuses))
    expect(knownStatuses[status]).toMatchObject({ tone, word });
});

describe('the functions for steps', () => {
  it('name the usual steps in their order, without those that have an endpoint', () => {
    expect(usualStepsOf(orderLife, 'pending')).toEqual(['confirmed', 'processing', 'cancelled']);
    expect(usualStepsOf(returnLife, 'accepted')).toEqual(['received', 'rejected', 'cancelled']);
    expect(usualStepsOf(returnLife, 'received')).toEqual(['to-send-back', 'accepted']);
    expect(usualStepsOf(returnLife, 'settled')).toEqual([]);
    expect(usualStepsOf(deviceLife, 'inspected')).toEqual(['workshop', 'customer', 'recycled']);
  });

  it('ask for a note where a step is not usual, or its customer must read why', () => {
    expect(needsNote(orderLife, 'pending', 'shipped')).toBe(true);
    expect(needsNote(orderLife, 'pending', 'processing')).toBe(false);
    expect(needsNote(orderLife, 'shipped', 'shipped')).toBe(false);
    expect(needsNote(returnLife, 'pending', 'rejected')).toBe(true);
    expect(needsNote(returnLife, 'pending', 'accepted')).toBe(false);
  });

  it('let only the shop complete an accepted sell request without a note', () => {
    expect(needsNote(sellRequestLife, 'accepted', 'completed')).toBe(true);
    expect(stepBetween(sellRequestLife, 'accepted', 'completed', 'shop')).toMatchObject({
      event: 'sell-request.settled',
    });
  });
});
