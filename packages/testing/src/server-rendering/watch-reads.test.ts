import { watchReads } from './watch-reads.ts';

it('lists every read of storage, clock and random numbers, also with a caught error, until it is stopped', () => {
  const watch = watchReads();
  const reads = [
    () => localStorage.getItem('a'),
    () => sessionStorage.getItem('a'),
    () => Date.now(),
    () => new Date(),
    () => Math.random(),
  ];
  try {
    for (const read of reads) expect(read).toThrow('was read while a first view was rendered');
    expect(new Date('2026-11-21T00:00:00.000Z').getUTCFullYear()).toBe(2026);
  } finally {
    watch.stop();
  }
  // Jest may look up a global more than once.
  expect([...new Set(watch.reads)]).toEqual([
    'localStorage',
    'sessionStorage',
    'Date.now',
    'new Date()',
    'Math.random',
  ]);
  expect([Date.now(), Math.random()]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(new Date().getTime()).toBeGreaterThan(0);
});
