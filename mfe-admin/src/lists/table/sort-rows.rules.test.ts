import { sortRows } from './sort-rows.rules.ts';

const sorted = (values: readonly (string | number)[], direction: 'asc' | 'desc' = 'asc') =>
  sortRows(values, (value) => value, direction);

describe('a sorted list', () => {
  it.each([
    ['numbers in texts by value', ['Phone 9', 'Phone 9a', 'Phone 10', 'Phone 100']],
    ['texts without case', ['Asha', 'asha B', 'Bina']],
    ['numbers', [-1, 9, 10, 100]],
    ['times', ['2026-09-30T06:00:00.000Z', '2026-11-20T06:00:00.000Z']],
  ])('compares %s', (_, values) => {
    expect(sorted(values.toReversed())).toEqual(values);
    expect(sorted(values, 'desc')).toEqual(values.toReversed());
  });

  it.each(['asc', 'desc'] as const)('keeps the order of equal rows, %s, and the source list', (direction) => {
    const rows = [
      { id: 1, status: 0 },
      { id: 2, status: 0 },
      { id: 3, status: 0 },
    ];
    expect(sortRows(rows, ({ status }) => status, direction).map(({ id }) => id)).toEqual([1, 2, 3]);
    const list = ['b', 'a'];
    sorted(list, direction);
    expect(list).toEqual(['b', 'a']);
  });
});
