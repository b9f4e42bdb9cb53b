import { join } from 'node:path';
import { budgetFaults, failureBudget, failureCases } from './failure-budget.ts';

const repository = join(__dirname, '../../..');
const cases = failureCases(repository);
const [first] = cases;
if (!first) throw new Error('There is no case');

describe('the failure budget', () => {
  it('has a test of each remote, service and server in each fault, and one of each kind in npm test', () => {
    expect(budgetFaults(repository, cases)).toEqual([]);
  });

  it.each([
    ['a cell without a test', cases.slice(1), 'mfe-catalog, missing: no test'],
    ['a cell with two tests', [...cases, first], 'mfe-catalog, missing: two tests'],
    [
      'a part that is gone',
      [...cases, { ...first, part: 'mfe-gone' }],
      'mfe-gone, missing: no such part or fault',
    ],
    [
      'a kind that npm test leaves out',
      cases.map((each) => ({ ...each, isEveryday: undefined })),
      'the broker: no test in npm test',
    ],
  ])('fails the build for %s', (_what, planted, fault) => {
    expect(budgetFaults(repository, planted)).toContain(fault);
    expect(() => failureBudget(repository, planted)).toThrow(fault);
  });
});
