import { isBroken, lastingFindings, report } from './report.ts';

const findingsWith = (...texts: string[]) => [
  {
    id: 'I-2',
    sentence: 'every order has its events',
    count: 12,
    counted: 'orders',
    offences: texts.map((text) => ({ key: text, text })),
  },
];

it('shows every invariant with its count, and at most ten offences', () => {
  expect(report(findingsWith())).toEqual(['I-2   holds   every order has its events (12 orders)']);
  const lines = report(findingsWith(...Array.from({ length: 12 }, (_, index) => `order ${index}`)));
  expect(lines).toHaveLength(1 + 10 + 1);
  expect(lines[0]).toBe('I-2   BROKEN  every order has its events (12 orders)');
  expect(lines.at(-1)?.trim()).toBe('… and 2 more');
});

it('leaves out what was wrong in only one of two checks', () => {
  expect(lastingFindings(findingsWith('a', 'b'), findingsWith('b', 'c'))).toEqual(findingsWith('b'));
  expect(isBroken(lastingFindings(findingsWith('a'), findingsWith('c')))).toBe(false);
  expect(isBroken(lastingFindings(findingsWith('a'), findingsWith('a')))).toBe(true);
});
