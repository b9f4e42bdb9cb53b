import type { Figure } from './measure/figure.ts';
import { withFigures } from './performance-page.ts';

const figure = (parts: Partial<Figure>): Figure => ({
  row: '9 a',
  value: 2,
  unit: 'ratio',
  gate: 3,
  remark: 'now',
  ...parts,
});

describe('the performance page', () => {
  const before = `# Performance

| Row | Figure | Unit | Gate | Goal | Reached | Remark |
| --- | ---: | --- | ---: | ---: | --- | --- |
| 9 a | 2 | ratio | 3 |  | gate | by hand |
| 7 b | 2 | ratio | 3 |  | gate | before |

Written by hand.
`;

  it('keeps rows that the run did not measure', () => {
    expect(withFigures(before, [figure({ row: '7 b', value: 4 })])).toBe(
      before.replace(
        '| 7 b | 2 | ratio | 3 |  | gate | before |',
        '| 7 b | 4 | ratio | 3 |  | missed | now |',
      ),
    );
  });

  it('adds a new figure at the end of the table', () => {
    const after = withFigures(before, [figure({ row: '8 c' }), figure({ row: '10 d' })]);
    expect(after.split('\n').filter((line) => /^\| \d|^Written/.test(line))).toEqual([
      '| 9 a | 2 | ratio | 3 |  | gate | by hand |',
      '| 7 b | 2 | ratio | 3 |  | gate | before |',
      '| 8 c | 2 | ratio | 3 |  | gate | now |',
      '| 10 d | 2 | ratio | 3 |  | gate | now |',
      'Written by hand.',
    ]);
  });
});
