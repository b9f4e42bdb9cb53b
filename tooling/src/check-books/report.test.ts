import { isBroken, lastingFindings, report } from './report.ts';

const look = (...texts: string[]) => [
  {
    id: 'I-2',
    sentence: 'every order has its events',
    count: 12,
    counted: 'orders',
    offences: texts.map((text) => ({ key: text, text })),
  },
];

it('shows every invariant with its count, and at most ten offences', () => {
  expect(report(look())).toEqual(['I-2   holds   every order has its events (12 orders)']);
  const lines = report(look(...Array.from({ length: 12 }, (_, index) => `order ${index}`)));
  expect(lines).toHaveLength(1 + 10 + 1);
  expect(lines[0]).toBe('I-2   BROKEN  every order has its events (12 orders)');
  expect(lines.at(-1)?.trim()).toBe('… and 2 more');
});

it('leaves out what was wrong at only one of two looks', () => {
  expect(lastingFindings(look('a', 'b'), look('b', 'c'))).toEqual(look('b'));
  expect(isBroken(lastingFindings(look('a'), look('c')))).toBe(false);
  expect(isBroken(lastingFindings(look('a'), look('a')))).toBe(true);
});
