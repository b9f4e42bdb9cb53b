import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { maxFlaky } from './run-rules.ts';

/** The parts of `jest --json` that are used. */
export const jestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const playwrightError = z.object({ message: z.string().optional() });
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(playwrightError) })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

/** The parts of Playwright's JSON report that are used. */
export const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite),
});

const linesPerFailure = 15;

/** A heading and the indented beginning of each message, without colours. */
function failure(heading: string, messages: readonly string[]): string {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message).trim().split('\n'))
    .slice(0, linesPerFailure);
  return [heading, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** One text for each failed test and each file that could not run. */
export function jestFailures(report: z.infer<typeof jestReport>, checkoutFolder: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(checkoutFolder, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [failure(file, [message])] : [];
    return failed.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages));
  });
}

/** The failed files; empty when there are too many to be flaky. */
export function filesToRetry({ testResults }: z.infer<typeof jestReport>): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length > maxFlaky ? [] : failed;
}

/** The report with the results of the second attempt, and a text for each test that passed only then. */
export function withRetry(
  first: z.infer<typeof jestReport>,
  second: z.infer<typeof jestReport> | undefined,
  checkoutFolder: string,
): { report: z.infer<typeof jestReport>; flaky: string[] } {
  const retried = new Map(second?.testResults.map((result) => [result.name, result]));
  const hasPassedOnRetry = ({ name }: { name: string }) => retried.get(name)?.status === 'passed';
  return {
    report: { testResults: first.testResults.map((result) => retried.get(result.name) ?? result) },
    flaky: jestFailures({ testResults: first.testResults.filter(hasPassedOnRetry) }, checkoutFolder),
  };
}

/** The ten slowest test files. */
export const slowestFiles = ({ testResults }: z.infer<typeof jestReport>, checkoutFolder: string): string[] =>
  testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(checkoutFolder, name)}`);

/** `<file> › <name>` of each skipped or planned test. */
export const jestSkipped = (report: z.infer<typeof jestReport>, checkoutFolder: string): string[] =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${relative(checkoutFolder, name)} › ${fullName}`),
  );

const specsOf = (suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Test files that ran, in whole or in part. */
export const playwrightFiles = ({ suites }: z.infer<typeof playwrightReport>): string[] => [
  ...new Set(suites.flatMap(specsOf).map(({ file }) => `e2e/${file}`)),
];

/** `<file> › <name>` of each skipped test. */
export const playwrightSkipped = ({ suites }: z.infer<typeof playwrightReport>): string[] =>
  suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ file, title }) => `e2e/${file} › ${title}`);

/** One text for each test with an error. */
const errorsOf = (specs: readonly z.infer<typeof playwrightSpec>[]): string[] =>
  specs.flatMap(({ title, file, line, tests }) =>
    tests
      .map(({ projectName, results }) => ({ projectName, errors: results.flatMap(({ errors }) => errors) }))
      .filter(({ errors }) => errors.length > 0)
      .map(({ projectName, errors }) =>
        failure(
          `[${projectName}] ${file}:${line} › ${title}`,
          errors.map(({ message }) => message ?? ''),
        ),
      ),
  );

/** One text for each test that passed on retry, with the errors of the first attempt. */
export const playwrightFlaky = ({ suites }: z.infer<typeof playwrightReport>): string[] =>
  errorsOf(suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status === 'flaky')));

/** One text for each failed test and each error outside of a test. */
export function playwrightFailures(report: z.infer<typeof playwrightReport>): string[] {
  const testFailures = errorsOf(report.suites.flatMap(specsOf).filter(({ ok }) => !ok));
  return [
    ...testFailures,
    ...report.errors.map(({ message }) => failure('outside of a test', [message ?? ''])),
  ];
}
