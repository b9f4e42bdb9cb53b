import { wideNetworkOf } from '@kinmel/service-kit';
import {
  comparison,
  type FailureBudget,
  failingPerNetwork,
  isOverBudget,
  isUnfitForComparison,
} from './failure-budget.ts';
import { createVisitorCounts } from './visitor-counts.ts';

const budget: FailureBudget = { visitors: 20, networks: 5, factor: 2, percent: 2 };
const figures = (visitors: number, failing: number, networks = failing) => ({ visitors, failing, networks });
const none = figures(0, 0);

describe('a release is over its failure budget', () => {
  it.each([
    ['no version before was counted', figures(100, 20), none],
    ['the version before fails less than half as often', figures(100, 41), figures(100, 20)],
    ['of many visitors few fail, but more than the points allow', figures(10_000, 301), figures(10_000, 100)],
  ])('when %s', (_why, release, base) => {
    expect(isOverBudget(budget, release, base)).toBe(true);
  });
});

describe('a release is within its failure budget', () => {
  it.each([
    ['fewer visitors than the limit failed', figures(19, 19), none],
    ['they are in fewer networks than the limit', figures(100, 100, 4), none],
    ['the version before fails half as often', figures(100, 40), figures(100, 20)],
    ['it fails within the points of the version before', figures(10_000, 300), figures(10_000, 100)],
    ['it fails for few of many visitors', figures(1000, 20), none],
  ])('when %s', (_why, release, base) => {
    expect(isOverBudget(budget, release, base)).toBe(false);
  });
});

it.each([
  [figures(100, 20), true],
  [figures(100, 20, 4), false],
  [figures(1000, 20), false],
])('a release cannot be compared with a version before of %j: %s', (base, isUnfit) => {
  expect(isUnfitForComparison(budget, base)).toBe(isUnfit);
});

it('the reason of a rollback has the figures of both versions', () => {
  expect(comparison(figures(50, 20, 6), figures(1000, 5))).toBe(
    '20 of 50 visitors (40.0 %) in 6 networks reported failures, of the version before 5 of 1000 visitors (0.5 %)',
  );
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.200', '203.0.113.0/24'],
  ['2001:db8:1:2::3', wideNetworkOf('2001:db8:1:ffff::9')],
])('the network of %s is %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network);
});

it('IPv6 addresses with different first 48 bits are in different networks', () => {
  expect(wideNetworkOf('2001:db8:1::1')).not.toBe(wideNetworkOf('2001:db8:2::1'));
});

describe('visitor counts', () => {
  const part = 'mfe-catalog';
  let counts: ReturnType<typeof createVisitorCounts>;
  beforeEach(() => {
    counts = createVisitorCounts(failingPerNetwork(budget));
  });

  it('count each visitor once, whatever it requests and reports', () => {
    for (let count = 0; count < 3; count += 1) {
      counts.countPage(part, '2.0.0', 'one');
      counts.countFailure(part, '2.0.0', 'one', '203.0.113.7');
      counts.countFailure(part, '2.0.0', 'two', '203.0.113.8');
    }
    expect(counts.figuresOf(part, '2.0.0')).toEqual({ visitors: 2, failing: 2, networks: 1 });
  });

  it('include at most four failing visitors of a network, and further ones not even as visitors: forged reports do not hide a release that fails for all', () => {
    for (let index = 0; index < 100; index += 1) {
      counts.countPage(part, '1.0.0', `base-${index}`);
      counts.countFailure(part, '2.0.0', `new-${index}`, `10.0.${index % 50}.1`);
    }
    for (let index = 0; index < 220; index += 1)
      counts.countFailure(part, '1.0.0', `forged-${index}`, '203.0.113.7');
    const [release, base] = [counts.figuresOf(part, '2.0.0'), counts.figuresOf(part, '1.0.0')];
    expect(base).toEqual({ visitors: 104, failing: 4, networks: 1 });
    expect(isOverBudget(budget, release, base)).toBe(true);
    for (let index = 0; index < 500; index += 1)
      counts.countFailure(part, '2.0.0', `many-${index}`, '10.0.1.1');
    expect(counts.figuresOf(part, '2.0.0')).toEqual({ visitors: 102, failing: 102, networks: 50 });
  });

  it('have bounded memory: beyond the limit no visitor is counted', () => {
    for (let count = 0; count < 50_000; count += 1) counts.countPage(part, '2.0.0', String(count));
    counts.countFailure(part, '2.0.0', 'late', '203.0.113.7');
    counts.countFailure(part, '2.0.0', '7', '203.0.113.7');
    expect(counts.figuresOf(part, '2.0.0')).toEqual({ visitors: 50_000, failing: 1, networks: 1 });
  });

  it('are dropped for versions that are no longer active', () => {
    for (const version of ['1.0.0', '2.0.0']) counts.countPage(part, version, 'one');
    counts.keepOnly([[part, '1.0.0']]);
    expect(counts.figuresOf(part, '1.0.0').visitors).toBe(1);
    expect(counts.figuresOf(part, '2.0.0').visitors).toBe(0);
  });
});
