import { createBatcher, createLookUpBatcher, createTaskBatcher } from './batcher.ts';

it('does what comes at once in few batches, one after the other, and gives each its own result', async () => {
  const batches: number[][] = [];
  let atOnce = 0;
  const double = createBatcher<number, number>(3, async (items) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    batches.push([...items]);
    await Promise.resolve();
    atOnce -= 1;
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('what leaves one batch together goes through the next one together', async () => {
  const batches: number[] = [];
  const counted = async (items: readonly number[]) => {
    batches.push(items.length);
    return items;
  };
  const [first, second] = [createBatcher(10, counted), createBatcher(10, counted)];
  await Promise.all(
    [1, 2, 3].map(async (item) => {
      const left = await first(item);
      // Each goes its own way meanwhile, one a little longer than the other.
      for (let step = 0; step < item; step += 1) await Promise.resolve();
      await second(left);
    }),
  );
  expect(batches).toEqual([3, 3]);
});

it('a batch that fails fails for its own items only', async () => {
  const odd = createBatcher<number, number>(1, async ([item = 0]) => {
    if (item % 2 === 0) throw new Error('even');
    return [item];
  });
  const results = await Promise.allSettled([odd(1), odd(2), odd(3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('what several ask for at once is looked up once, and each gets what it asked for', async () => {
  const calls: string[][] = [];
  const nameOf = createLookUpBatcher(10, async (keys: readonly string[]) => {
    calls.push([...keys]);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all(['asha', 'nobody', 'asha', 'sita'].map(nameOf))).toEqual([
    'ASHA',
    undefined,
    'ASHA',
    'SITA',
  ]);
  expect(calls).toEqual([['asha', 'nobody', 'sita']]);
});

it('whoever comes during a batch waits for its slowest, and then goes with all who wait', async () => {
  const runInBatch = createTaskBatcher(10);
  const begun: string[] = [];
  let endFirst = () => {};
  const first = runInBatch(async () => {
    begun.push('first');
    await new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    return 1;
  });
  const beside = runInBatch(async () => begun.push('beside'));
  await beside;
  const steps: number[] = [];
  const step = createBatcher(10, async (items: readonly number[]) => {
    steps.push(items.length);
    return items;
  });
  const later = [1, 2, 3].map((item) => runInBatch(async () => step(await step(item))));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect([begun, steps]).toEqual([['first', 'beside'], []]);
  endFirst();
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([1, 2, 3]);
  expect(steps).toEqual([3, 3]);
});

it('a work that fails fails alone, and the next batch begins', async () => {
  const runInBatch = createTaskBatcher(10);
  const results = await Promise.allSettled([
    runInBatch(async () => 'done'),
    runInBatch(() => {
      throw new Error('at once');
    }),
    runInBatch(() => Promise.reject(new Error('later'))),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await runInBatch(async () => 'next')).toBe('next');
});
