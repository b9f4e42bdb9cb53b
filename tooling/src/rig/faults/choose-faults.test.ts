import { chooseFaults, inWords, lacks } from './choose-faults.ts';

const instances = ['order', 'order-2', 'order-3', 'render', 'balancer', 'database', 'database-2'];
const takeFaults = (seed: number, count: number) => chooseFaults(seed, instances).take(count).toArray();

/** Five of order, four of the database, two each of the render process and the balancer. */
const round = 13;

it('a seed always chooses the same faults, and another seed chooses others', () => {
  expect(takeFaults(1, 30)).toEqual(takeFaults(1, 30));
  expect(takeFaults(2, 30)).not.toEqual(takeFaults(1, 30));
});

it('each round has every fault for every kind of process that can have it', () => {
  for (const offset of [0, round]) {
    const kinds = takeFaults(7, 2 * round)
      .slice(offset, offset + round)
      .map(({ kind, part }) => `${kind} ${part.replace(/-\d$/, '')}`);
    expect(new Set(kinds).size).toBe(round);
    expect(kinds).not.toContain('clock render');
    expect(lacks['render']?.clock).toBe('its permissions allow no files except its own');
  }
});

it('instances and directions vary', () => {
  const faults = takeFaults(3, 200);
  expect(new Set(faults.map(({ part }) => part))).toEqual(new Set(instances));
  expect(faults.map(inWords)).toEqual(
    expect.arrayContaining([
      'order-2 is an hour behind',
      'order-2 reaches no broker',
      'no process reaches database',
    ]),
  );
});

it('refuses a shop without processes', () => {
  expect(() => chooseFaults(1, []).next()).toThrow('There is nothing to disturb.');
});
