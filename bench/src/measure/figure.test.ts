import { type Figure, lineOf, verdictOf } from './figure.ts';

const figure = (parts: Partial<Figure>): Figure => ({
  row: '5 order placed, p99',
  value: 63,
  unit: 'times the floor',
  isExact: false,
  remark: '',
  ...parts,
});

describe('what a figure has reached', () => {
  it.each([
    [{ gate: 120, goal: 10 }, 'gate'],
    [{ gate: 120, goal: 100 }, 'goal'],
    [{ gate: 50, goal: 10 }, 'missed'],
    [{ goal: 10 }, 'no gate'],
    [{ goal: 70 }, 'goal'],
    [{ gate: 120, isNoisy: true }, 'noisy'],
    [{ gate: 50, goal: 60, isMoreBetter: true }, 'goal'],
    [{ gate: 50, goal: 70, isMoreBetter: true }, 'gate'],
    [{ gate: 70, goal: 90, isMoreBetter: true }, 'missed'],
  ] as const)('with %j is "%s"', (parts, verdict) => {
    expect(verdictOf(figure(parts))).toBe(verdict);
    expect(lineOf(figure(parts))).toMatch(new RegExp(`${verdict}$`));
  });
});
