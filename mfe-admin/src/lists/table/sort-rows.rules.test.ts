import { sortRows } from './sort-rows.rules.ts';

const sorted = (values: readonly (string | number)[], direction: 'asc' | 'desc' = 'asc') =>
  sortRows(values, (value) => value, direction);

describe('a sorted list', () => {
  it('compares numbers in texts by value', () => {
    expect(sorted(['Phone 10', 'Phone 9', 'Phone 9a', 'Phone 100'])).toEqual([
      'Phone 9',
      'Phone 9a',
      'Phone 10',
      'Phone 100',
    ]);
  });

  it('ignores case', () => {
    expect(sorted(['Bina', 'asha B', 'Asha'])).toEqual(['Asha', 'asha B', 'Bina']);
  });

  it('compares numbers and times', () => {
    expect(sorted([10, 9, -1], 'desc')).toEqual([10, 9, -1]);
    expect(sorted([10, 9, -1])).toEqual([-1, 9, 10]);
    expect(sorted(['2026-11-20T06:00:00.000Z', '2026-09-30T06:00:00.000Z'])[0]).toMatch(/^2026-09/);
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
