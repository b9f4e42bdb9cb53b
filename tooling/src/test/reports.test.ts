import {
  filesToRetry,
  jestFailures,
  jestReport,
  jestSkipped,
  playwrightFailures,
  playwrightFiles,
  playwrightFlaky,
  playwrightReport,
  playwrightSkipped,
  slowestFiles,
  withRetry,
} from './reports.ts';
import { maxFlaky } from './run-rules.ts';

const jestTest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});
const jestFile = (name: string, status: string, message: string, assertionResults: object[] = []) => ({
  name: `/shop/gateway/${name}.test.ts`,
  startTime: 1_000,
  endTime: 1_000 + name.charCodeAt(0) * 100,
  status,
  message,
  assertionResults,
});

/** A browser test in `journeys/x.test.ts`; its error is that of the first attempt. */
const spec = (title: string, status: 'expected' | 'unexpected' | 'skipped' | 'flaky', message?: string) => ({
  title,
  file: 'journeys/x.test.ts',
  line: 7,
  ok: status !== 'unexpected',
  tests: [
    { projectName: 'phone', status, results: [{ errors: message === undefined ? [] : [{ message }] }] },
  ],
});
const browserReport = (suites: object[], errors: object[] = []) =>
  playwrightReport.parse({ stats: { expected: 1, unexpected: 2, flaky: 1, skipped: 1 }, errors, suites });

describe('the report of a run', () => {
  it('lists failed and skipped Jest tests, and files that could not run', () => {
    const report = jestReport.parse({
      testResults: [
        jestFile('a', 'failed', 'whole file', [
          jestTest('a holds', 'passed'),
          jestTest('a waits', 'pending'),
          jestTest('a is planned', 'todo'),
          jestTest('a breaks', 'failed', '\u001b[31mexpected 1\u001b[39m\nat a'),
        ]),
        jestFile('b', 'failed', 'cannot be read'),
        jestFile('c', 'passed', ''),
      ],
    });
    expect(jestFailures(report, '/shop')).toEqual([
      'gateway/a.test.ts › a breaks\n    expected 1\n    at a',
      'gateway/b.test.ts\n    cannot be read',
    ]);
    expect(jestSkipped(report, '/shop')).toEqual([
      'gateway/a.test.ts › a waits',
      'gateway/a.test.ts › a is planned',
    ]);
    expect(slowestFiles(report, '/shop')).toEqual([
      '   9.9 s  gateway/c.test.ts',
      '   9.8 s  gateway/b.test.ts',
      '   9.7 s  gateway/a.test.ts',
    ]);
  });

  it('uses the second attempt of a Jest file, and lists which tests needed it', () => {
    const failedFile = (name: string, test: string) =>
      jestFile(name, 'failed', '', [jestTest(test, 'failed', 'too late')]);
    const passedFile = jestFile('a', 'passed', '', [jestTest('a wavers', 'passed')]);
    const first = jestReport.parse({
      testResults: [failedFile('a', 'a wavers'), failedFile('b', 'b breaks'), jestFile('c', 'passed', '')],
    });
    expect(filesToRetry(first)).toEqual(['/shop/gateway/a.test.ts', '/shop/gateway/b.test.ts']);
    const second = jestReport.parse({ testResults: [passedFile, failedFile('b', 'b breaks')] });
    const { report, flaky } = withRetry(first, second, '/shop');
    expect(jestFailures(report, '/shop')).toEqual(['gateway/b.test.ts › b breaks\n    too late']);
    expect(report.testResults).toHaveLength(3);
    expect(flaky).toEqual(['gateway/a.test.ts › a wavers\n    too late']);
    expect(withRetry(first, undefined, '/shop')).toEqual({ report: first, flaky: [] });
  });

  it('tries no Jest file again when many failed', () => {
    const testResults = Array.from({ length: maxFlaky + 1 }, (_, index) =>
      jestFile(`${index}`, 'failed', 'no'),
    );
    expect(filesToRetry(jestReport.parse({ testResults: testResults.slice(1) }))).toHaveLength(maxFlaky);
    expect(filesToRetry(jestReport.parse({ testResults }))).toEqual([]);
  });

  it('lists failed, skipped and retried browser tests at any depth, and errors outside of tests', () => {
    const report = browserReport(
      [
        {
          specs: [
            spec('holds', 'expected'),
            spec('breaks', 'unexpected', 'no'),
            spec('waits', 'skipped'),
            spec('wavers', 'flaky', 'too late'),
          ],
          suites: [{ specs: [spec('deep', 'unexpected', 'no')] }],
        },
      ],
      [{ message: 'the shop did not start' }],
    );
    expect(playwrightFailures(report)).toEqual([
      '[phone] journeys/x.test.ts:7 › breaks\n    no',
      '[phone] journeys/x.test.ts:7 › deep\n    no',
      'outside of a test\n    the shop did not start',
    ]);
    expect(playwrightSkipped(report)).toEqual(['e2e/journeys/x.test.ts › waits']);
    expect(playwrightFlaky(report)).toEqual(['[phone] journeys/x.test.ts:7 › wavers\n    too late']);
    expect(playwrightFiles(report)).toEqual(['e2e/journeys/x.test.ts']);
  });

  it('cuts a long message', () => {
    const message = 'line\n'.repeat(100);
    expect(playwrightFailures(browserReport([], [{ message }]))[0]?.split('\n')).toHaveLength(16);
  });
});
