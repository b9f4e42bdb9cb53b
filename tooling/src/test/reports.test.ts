import {
  jestFailures,
  jestReport,
  jestSkipped,
  playwrightFailures,
  playwrightFlaky,
  playwrightReport,
  playwrightSkipped,
} from './reports.ts';

describe('the failures of a run', () => {
  it('names each Jest test that failed and begins its message', () => {
    const report = jestReport.parse({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTotalTests: 2,
      numRuntimeErrorTestSuites: 1,
      testResults: [
        {
          name: '/shop/gateway/a.test.ts',
          status: 'failed',
          message: 'whole file',
          assertionResults: [
            { fullName: 'a holds', status: 'passed', failureMessages: [] },
            { fullName: 'a waits', status: 'pending', failureMessages: [] },
            { fullName: 'a is planned', status: 'todo', failureMessages: [] },
            {
              fullName: 'a breaks',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat a'],
            },
          ],
        },
        {
          name: '/shop/gateway/b.test.ts',
          status: 'failed',
          message: 'cannot be read',
          assertionResults: [],
        },
        { name: '/shop/gateway/c.test.ts', status: 'passed', message: '', assertionResults: [] },
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
  });

  it('names each browser test that failed, however deep it lies, and errors outside of tests', () => {
    const spec = (title: string, ok: boolean, status = ok ? 'expected' : 'unexpected') => ({
      title,
      file: 'faults/x.test.ts',
      line: 7,
      ok,
      tests: [
        { projectName: 'faults', status, results: [{ errors: ok ? [] : [{ message: `${title}: no` }] }] },
      ],
    });
    const report = playwrightReport.parse({
      stats: { expected: 1, unexpected: 2, flaky: 0, skipped: 0 },
      errors: [{ message: 'the shop did not start' }],
      suites: [
        {
          specs: [spec('holds', true), spec('breaks', false), spec('waits', true, 'skipped')],
          suites: [{ specs: [spec('deep', false)] }],
        },
      ],
    });
    expect(playwrightFailures(report)).toEqual([
      '[faults] faults/x.test.ts:7 › breaks\n    breaks: no',
      '[faults] faults/x.test.ts:7 › deep\n    deep: no',
      'outside of a test\n    the shop did not start',
    ]);
    expect(playwrightSkipped(report)).toEqual(['e2e/faults/x.test.ts › waits']);
  });

  it('names each browser test that held only at its second attempt, with the error of the first', () => {
    const attempts = [{ errors: [{ message: 'too late' }] }, { errors: [] }];
    const spec = (title: string, status: string, results = attempts) => ({
      title,
      file: 'journeys/x.test.ts',
      line: 7,
      ok: true,
      tests: [{ projectName: 'phone', status, results }],
    });
    const report = playwrightReport.parse({
      stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
      errors: [],
      suites: [{ specs: [spec('wavers', 'flaky'), spec('holds', 'expected', [{ errors: [] }])] }],
    });
    expect(playwrightFlaky(report)).toEqual(['[phone] journeys/x.test.ts:7 › wavers\n    too late']);
    expect(playwrightFailures(report)).toEqual([]);
  });

  it('says no more than the beginning of a long message', () => {
    const message = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    const [text] = playwrightFailures({
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [{ message }],
      suites: [],
    });
    expect(text?.split('\n')).toHaveLength(16);
  });
});
