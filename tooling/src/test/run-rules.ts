/**
 * The only tests that may be left out, and why. A test is named by its file and its whole name, or by the beginning of that.
 * Whatever else is skipped fails the run.
 */
export const mayBeSkipped: readonly { readonly test: string; readonly reason: string }[] = [
  {
    test: 'e2e/faults/launcher.test.ts › ',
    reason: 'Processes and their memory are looked at in /proc, which only Linux has.',
  },
  {
    test: 'e2e/openapi/openapi.test.ts › ',
    reason: 'The program schemathesis needs Python 3.10 or newer, which not every machine has.',
  },
  {
    test: 'tooling/src/checks/kubernetes/kubernetes.test.ts › kubectl kustomize ',
    reason:
      'The program kubectl is not on every machine; what it builds is checked without it, as built by build-overlay.ts.',
  },
  {
    test: 'gateway/src/policies/admission/shared-counts.component.test.ts › ',
    reason: 'They need a real Redis, which is installed where apt-get (as root) or brew can do it.',
  },
];

/**
 * A whole run with fewer tests that held has lost some on the way: a pattern that matches nothing, a folder that is not read.
 * Raised by hand when tests are added; lowered only together with the tests that were taken out.
 */
export const leastTests = { jest: 6_250, 'main-journeys': 15, journeys: 265 } as const;

/**
 * More tests than this that held only at their second attempt are no accident of the machine: the run fails (decision 48).
 */
export const mostFlaky = 3;

export interface TestRun {
  readonly step: keyof typeof leastTests;
  readonly passed: number;
  /** `<file> › <name>` of each. */
  readonly skipped: readonly string[];
  /** One text for each test that held only at its second attempt. */
  readonly flaky: readonly string[];
  /** False when somebody asked for a part of the tests. */
  readonly isWhole: boolean;
}

/** What is wrong with a run in which no test failed. */
export function runFaults(
  { step, passed, skipped, flaky, isWhole }: TestRun,
  {
    allowed = mayBeSkipped,
    least = leastTests[step],
  }: { allowed?: typeof mayBeSkipped; least?: number } = {},
): string[] {
  const isAllowed = (name: string) => allowed.some(({ test }) => name.startsWith(test));
  return [
    ...skipped
      .filter((name) => !isAllowed(name))
      .map((name) => `${name}\n    was skipped, and tooling/src/test/run-rules.ts has no reason for it`),
    ...(flaky.length > mostFlaky
      ? [
          `${flaky.length} tests held only at their second attempt, and at most ${mostFlaky} may (tooling/src/test/run-rules.ts)`,
        ]
      : []),
    ...(isWhole && passed < least
      ? [`only ${passed} tests of ${step} held, and there were ${least} (tooling/src/test/run-rules.ts)`]
      : []),
  ];
}

/** Variables that lead the journeys to another shop, or their results elsewhere: good for one test by hand, never where all is judged. */
export function refusedWhereAllIsJudged(env: NodeJS.ProcessEnv): string[] {
  if (!env.CI || env.CI === 'false') return [];
  return Object.keys(env)
    .filter((name) => name.startsWith('KINMEL_E2E_') && env[name])
    .sort();
}

/** True of a test file of which a part asks to run alone. */
export const hasFocusedTest = (source: string): boolean =>
  /\b(?:it|test|describe)(?:\.\w+)*\.only\b|(?<![\w.])f(?:it|describe)(?:\.each)?\s*[(`]/.test(source);

/** Name of the step that runs a test file: Playwright runs those of `e2e/`, Jest all others. */
export const stepOfTestFile = (file: string): 'jest' | 'journeys' =>
  file.startsWith('e2e/') ? 'journeys' : 'jest';
