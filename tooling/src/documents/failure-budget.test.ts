import { join } from 'node:path';
import { type FailureBudget, failureCases, missingCases, readBudget } from './failure-budget.ts';

const repository = join(__dirname, '../../..');
const budget = readBudget(repository);
const { 'mfe-catalog': _catalog, ...remotes } = budget.remotes;
const { broker, ...down } = budget.down;

describe('the failure budget', () => {
  it('has a test of each remote, service and server in each fault, and one of each kind in npm test', () => {
    expect(missingCases(repository, budget)).toEqual([]);
    const everydayCases = failureCases(budget).filter(({ isEveryday }) => isEveryday);
    expect(new Set(everydayCases.map(({ fault }) => fault)).size).toBe(10);
  });

  it.each<[string, Partial<FailureBudget>, string]>([
    ['a remote without tests', { remotes }, 'mfe-catalog has no test'],
    ['a part without a test', { down }, 'broker has no test'],
    [
      'a part that does not exist',
      { remotes: { ...budget.remotes, 'mfe-gone': ['cart'] } },
      'there is no mfe-gone',
    ],
    [
      'a fault that npm test does not cover',
      { faults: { ...budget.faults, missing: { says: null, everyday: 'mfe-gone' } } },
      'a remote missing has no test in npm test',
    ],
    [
      'a kind of part that npm test does not cover',
      { down: { ...down, broker: { says: null, stillWorks: [], ...broker, isEveryday: false } } },
      'broker down has no test in npm test',
    ],
  ])('fails the build for %s', (_what, change, missingCase) => {
    expect(missingCases(repository, { ...budget, ...change })).toContain(missingCase);
  });
});
