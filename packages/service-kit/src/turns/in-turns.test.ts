import { inTurns } from './in-turns.ts';

it('does what comes at once in few turns, one after the other, and gives each its own result', async () => {
  const turns: number[][] = [];
  let atOnce = 0;
  const double = inTurns<number, number>(3, async (items) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    turns.push([...items]);
    await Promise.resolve();
    atOnce -= 1;
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(turns).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('what leaves one turn together goes through the next one together', async () => {
  const turns: number[] = [];
  const counted = async (items: readonly number[]) => {
    turns.push(items.length);
    return items;
  };
  const [first, second] = [inTurns(10, counted), inTurns(10, counted)];
  await Promise.all(
    [1, 2, 3].map(async (item) => {
      const left = await first(item);
      // Each goes its own way meanwhile, one a little longer than the other.
      for (let step = 0; step < item; step += 1) await Promise.resolve();
      await second(left);
    }),
  );
  expect(turns).toEqual([3, 3]);
});

it('a turn that fails fails for its own items only', async () => {
  const odd = inTurns<number, number>(1, async ([item = 0]) => {
    if (item % 2 === 0) throw new Error('even');
    return [item];
  });
  const results = await Promise.allSettled([odd(1), odd(2), odd(3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
