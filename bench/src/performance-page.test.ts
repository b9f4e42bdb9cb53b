import type { Figure } from './measure/figure.ts';
import { performancePage } from './performance-page.ts';

const figure = (parts: Partial<Figure>): Figure => ({
  row: '9 a',
  value: 2,
  unit: 'ratio',
  gate: 3,
  isExact: false,
  remark: 'now',
  ...parts,
});

const rowsOf = (page: string) => page.split('\n').filter((line) => /^\| \d/.test(line));

describe('the page of figures', () => {
  const before = performancePage(
    '',
    [
      figure({ row: '13 bytes', isExact: true, remark: 'before' }),
      figure({ row: '9 a', remark: 'before' }),
      figure({ row: '7 b', remark: 'before' }),
    ],
    10_000,
  );

  it('keeps what a run did not measure as it stands, words added by hand included', () => {
    const noted = before.replace(
      '| 2 | ratio | 3 |  | gate | before |',
      '| 2 | ratio | 3 |  | gate | by hand |',
    );
    const after = performancePage(noted, [figure({ row: '7 b', value: 4 })], 10_000);
    expect(rowsOf(after)).toEqual([
      '| 13 bytes | 2 | ratio | 3 |  | gate | by hand |',
      '| 9 a | 2 | ratio | 3 |  | gate | before |',
      '| 7 b | 4 | ratio | 3 |  | missed | now |',
    ]);
  });

  it('takes a figure that is new at the end of its table', () => {
    const after = performancePage(
      before,
      [figure({ row: '8 c', isExact: true }), figure({ row: '10 d' })],
      10_000,
    );
    expect(rowsOf(after).map((line) => line.split(' | ')[0])).toEqual([
      '| 13 bytes',
      '| 8 c',
      '| 9 a',
      '| 7 b',
      '| 10 d',
    ]);
  });
});
