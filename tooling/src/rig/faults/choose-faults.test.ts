import { chooseFaults, inWords, lacks } from './choose-faults.ts';

const instances = ['order', 'order-2', 'order-3', 'render', 'database', 'database-2'];
const take = (seed: number, count: number) => chooseFaults(seed, instances).take(count).toArray();

/** Five of order, four of the database, two of the render process. */
const round = 11;

it('a seed chooses the same faults again, and another one others', () => {
  expect(take(1, 30)).toEqual(take(1, 30));
  expect(take(2, 30)).not.toEqual(take(1, 30));
});

it('each round has every fault at every kind of process that can have it', () => {
  for (const offset of [0, round]) {
    const kinds = take(7, 2 * round)
      .slice(offset, offset + round)
      .map(({ kind, part }) => `${kind} ${part.replace(/-\d$/, '')}`);
    expect(new Set(kinds).size).toBe(round);
    expect(kinds).not.toContain('clock render');
    expect(lacks['render']?.clock).toBe('its permissions allow no file but its own');
  }
});

it('instances and directions vary', () => {
  const faults = take(3, 200);
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
