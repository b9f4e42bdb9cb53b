import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hasFocusedTest,
  mayBeSkipped,
  mostFlaky,
  refusedWhereAllIsJudged,
  runFaults,
  stepOfTestFile,
} from './run-rules.ts';

const run = { step: 'jest', passed: 100, skipped: [], flaky: [], isWhole: true } as const;
const least = 100;

describe('a run of tests', () => {
  it('is refused for a test that was skipped, unless the list has a reason for it', () => {
    const skipped = ['a.test.ts › holds', 'b.test.ts › holds'];
    const allowed = [{ test: 'b.test.ts › holds', reason: 'No Python on this machine.' }];
    expect(runFaults({ ...run, skipped: [] }, { least, allowed })).toEqual([]);
    expect(runFaults({ ...run, skipped }, { least, allowed })).toEqual([
      expect.stringContaining('a.test.ts › holds'),
    ]);
  });

  it('is refused when fewer tests held than there were, unless somebody asked for a part', () => {
    expect(runFaults({ ...run, passed: 99 }, { least })).toEqual([expect.stringContaining('only 99 tests')]);
    expect(runFaults({ ...run, passed: 99, isWhole: false }, { least })).toEqual([]);
  });

  it('is refused when more tests than a few needed their second attempt', () => {
    const flaky = Array.from({ length: mostFlaky + 1 }, (_, index) => `test ${index}`);
    expect(runFaults({ ...run, flaky: flaky.slice(1) }, { least })).toEqual([]);
    expect(runFaults({ ...run, flaky }, { least })).toEqual([
      expect.stringContaining(`${flaky.length} tests held only at their second attempt`),
    ]);
  });

  it('gives a reason for each test that may be left out, and names one that there is', () => {
    for (const { test, reason } of mayBeSkipped) {
      const [file = ''] = test.split(' › ');
      expect(existsSync(join(__dirname, '../../..', file))).toBe(true);
      expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});

it('where all is judged nothing leads the journeys to another shop', () => {
  const env = {
    KINMEL_E2E_SHOP: 'http://localhost:1',
    KINMEL_E2E_CONTROL: 'http://localhost:2',
    PATH: '/bin',
  };
  expect(refusedWhereAllIsJudged(env)).toEqual([]);
  expect(refusedWhereAllIsJudged({ ...env, CI: 'false' })).toEqual([]);
  expect(refusedWhereAllIsJudged({ CI: 'true', PATH: '/bin', KINMEL_E2E_SHOP: '' })).toEqual([]);
  expect(refusedWhereAllIsJudged({ ...env, CI: '1' })).toEqual(['KINMEL_E2E_CONTROL', 'KINMEL_E2E_SHOP']);
});

it('npm test refuses them before it begins', () => {
  const asked = () =>
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(__dirname, 'run-tests.ts')],
      {
        env: { ...process.env, CI: '1', KINMEL_E2E_SHOP: 'http://localhost:1' },
        stdio: 'pipe',
        encoding: 'utf8',
      },
    );
  expect(asked).toThrow(expect.objectContaining({ stderr: expect.stringContaining('KINMEL_E2E_SHOP') }));
});

describe('a test that runs alone', () => {
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

  it('is in no test file, in which it would silence all others', () => {
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

describe('a test file that is named', () => {
  it.each([
    ['e2e/journeys/chat.test.ts', 'journeys'],
    ['e2e/faults/broker-down.test.ts', 'journeys'],
    ['services/order/src/placing/place-order.component.test.ts', 'jest'],
    ['tooling/src/test/run-rules.test.ts', 'jest'],
  ])('%s is run by %s', (file, step) => {
    expect(stepOfTestFile(file)).toBe(step);
  });
});
