import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hasFocusedTest,
  maxFlaky,
  mayBeSkipped,
  programTests,
  refusedInCi,
  runFaults,
  stepOfTestFile,
} from './run-rules.ts';

const run = { skipped: [], flaky: [], files: ['a.test.ts'], expectedFiles: ['a.test.ts'] };

describe('a run of tests', () => {
  it('fails for a skipped test that has no reason in the list', () => {
    const skipped = ['a.test.ts › holds', 'b.test.ts › holds'];
    const allowed = [{ test: 'b.test.ts › holds', reason: 'No Python on this machine.' }];
    expect(runFaults(run)).toEqual([]);
    expect(runFaults({ ...run, skipped }, allowed)).toEqual([expect.stringContaining('a.test.ts › holds')]);
  });

  it('fails for a test file that did not run', () => {
    expect(runFaults({ ...run, files: [] })).toEqual(['a.test.ts\n    did not run']);
  });

  it(`fails for more than ${maxFlaky} tests that passed only on retry`, () => {
    const flaky = Array.from({ length: maxFlaky + 1 }, (_, index) => `test ${index}`);
    expect(runFaults({ ...run, flaky: flaky.slice(1) })).toEqual([]);
    expect(runFaults({ ...run, flaky })).toEqual([expect.stringContaining('passed only on retry')]);
  });

  it('names existing files as those that npm run test:browser runs', () => {
    for (const file of programTests) expect(existsSync(join(__dirname, '../../..', file))).toBe(true);
  });

  it('has a reason for each test that may be skipped, in a file that exists', () => {
    for (const { test, reason } of mayBeSkipped) {
      const [file = ''] = test.split(' › ');
      expect(existsSync(join(__dirname, '../../..', file))).toBe(true);
      expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});

it.each([
  [{}, []],
  [{ CI: 'false' }, []],
  [{ CI: '1' }, ['KINMEL_E2E_CONTROL', 'KINMEL_E2E_SHOP']],
])('refuses variables that point the journeys to another shop in CI only: %j', (ci, refusedVariables) => {
  const env = {
    KINMEL_E2E_SHOP: 'http://localhost:1',
    KINMEL_E2E_CONTROL: 'x',
    KINMEL_E2E_OTHER: '',
    PATH: '/bin',
  };
  expect(refusedInCi({ ...env, ...ci })).toEqual(refusedVariables);
});

it('npm test refuses them before it starts', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(__dirname, 'run-tests.ts')],
    { env: { ...process.env, CI: '1', KINMEL_E2E_SHOP: 'http://localhost:1' }, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([2, expect.stringContaining('KINMEL_E2E_SHOP')]);
});

describe('a focused test', () => {
  const only = 'only';
  it.each([
    [`it.${only}('a', () => {})`, true],
    [`test.describe.${only}('a', () => {})`, true],
    [`describe.${only}.each([1])('a', () => {})`, true],
    [`it.concurrent.${only}('a', () => {})`, true],
    [`f${'it'}('a', () => {})`, true],
    ["it('a', () => { benefit(); fits('b'); shop.fit('c') })", false],
    ["it('reads only what it needs', () => {})", false],
  ])('is found: %s', (source, isFound) => {
    expect(hasFocusedTest(source)).toBe(isFound);
  });

  it('is in no test file of the repository', () => {
    const root = join(__dirname, '../../..');
    const files = execFileSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z'], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    }).split('\0');
    const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && existsSync(join(root, file)));
    expect(tests.length).toBeGreaterThan(200);
    expect(tests.filter((file) => hasFocusedTest(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

it.each([
  ['e2e/journeys/search.test.ts', 'journeys'],
  ['e2e/faults/broker-down.test.ts', 'journeys'],
  ['services/order/src/placing/place-order.component.test.ts', 'jest'],
  ['tooling/src/generators/generators.test.ts', 'programs'],
  ['e2e/containers/containers.test.ts', 'containers'],
  ['e2e/cluster/cluster.test.ts', 'cluster'],
])('runs the test file %s by %s', (file, step) => {
  expect(stepOfTestFile(file)).toBe(step);
});
