import { createTally, isBroken, lasting, report } from './findings.ts';

describe('the report', () => {
  const look = (...texts: string[]) => {
    const tally = createTally();
    tally.looked('I-2', 12);
    for (const text of texts) tally.offend('I-2', text);
    return tally.findings();
  };

  it('shows every invariant with its count, and at most ten offenders', () => {
    const lines = report(look(...Array.from({ length: 12 }, (_, index) => `order ${index}`)));
    expect(lines).toHaveLength(createTally().findings().length + 10 + 1);
    expect(lines[0]).toMatch(/^I-1 {3}holds {3}every order exists once/);
    expect(lines[1]).toMatch(/^I-2 {3}BROKEN {2}.*\(12 orders and their events\)$/);
    expect(lines[12]?.trim()).toBe('… and 2 more');
  });

  it('leaves out what was under way only at one of two looks', () => {
    expect(lasting(look('a', 'b'), look('b', 'c'))).toEqual(look('b'));
    expect(isBroken(lasting(look('a'), look('c')))).toBe(false);
    expect(isBroken(lasting(look('a'), look('a')))).toBe(true);
  });
});
