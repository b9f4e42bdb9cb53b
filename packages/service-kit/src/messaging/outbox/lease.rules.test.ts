import fc from 'fast-check';
import { slotsToHold } from './lease.rules.ts';

const slotCount = 16;

/** Instances that renew one after another, each by the state after its last renewal, and once more if that changed. */
function simulate(steps: readonly (readonly [instance: number, isAlive: boolean])[]) {
  let holders: (number | null)[] = Array.from({ length: slotCount }, () => null);
  const liveInstances = new Set<number>();
  const plans = new Map<number, number[]>();
  const slots = [...holders.keys()];
  const nameOf = (instance: number | null) => (instance === null ? null : String(instance));

  function renew(instance: number): boolean {
    const plan = plans.get(instance) ?? slots;
    holders = holders.map((holder, slot) => {
      if (!plan.includes(slot)) return holder === instance ? null : holder;
      return holder ?? instance;
    });
    const next = slotsToHold(holders.map(nameOf), [...liveInstances].map(String), String(instance));
    plans.set(instance, next);
    return slots.every((slot) => next.includes(slot) === (holders[slot] === instance));
  }
  const acquire = (instance: number) => renew(instance) || renew(instance);
  for (const [instance, isAlive] of steps) {
    if (isAlive) {
      liveInstances.add(instance);
      acquire(instance);
    } else {
      liveInstances.delete(instance);
      plans.delete(instance);
      holders = holders.map((holder) => (holder === instance ? null : holder));
    }
  }
  return {
    renewAll: () => {
      for (const instance of liveInstances) acquire(instance);
    },
    counts: () =>
      [...liveInstances].map((instance) => holders.filter((holder) => holder === instance).length),
    holders: () => holders,
  };
}

it('instances that come and go share all slots, each as many as the others or one more (R-19)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(19), fc.boolean()), { maxLength: 60 }), (steps) => {
      const simulation = simulate([...steps, [0, true]]);
      for (let turn = 0; turn < 4; turn += 1) simulation.renewAll();
      const counts = simulation.counts();
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(slotCount);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      const holdersBefore = simulation.holders();
      simulation.renewAll();
      expect(simulation.holders()).toEqual(holdersBefore);
    }),
  );
});

it('the holder of a lease of one slot keeps it when others come (R-19)', () => {
  expect(slotsToHold(['second'], ['first', 'second', 'third'], 'second')).toEqual([0]);
  expect(slotsToHold(['second'], ['first', 'second', 'third'], 'first')).toEqual([]);
  expect(slotsToHold([null], ['first', 'third'], 'first')).toEqual([0]);
});
