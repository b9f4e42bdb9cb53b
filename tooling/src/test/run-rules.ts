/** The only tests that may be skipped, by file and a prefix of the full name. Any other skipped test fails the run. */
export const mayBeSkipped: readonly { readonly test: string; readonly reason: string }[] = [
  {
    test: 'e2e/cluster/cluster.test.ts › a node is drained',
    reason: 'The cluster that the test is given may have a single node.',
  },
  {
    test: 'e2e/faults/launcher.test.ts › ',
    reason: 'Processes and their memory are read from /proc, which only Linux has.',
  },
  {
    test: 'e2e/faults/lost-instance.test.ts › ',
    reason:
      'It runs in npm run test:long, where HAProxy is installed or apt-get (as root) or brew can do it.',
  },
  {
    test: 'e2e/faults/restore.test.ts › ',
    reason: 'It takes two minutes and runs in npm run test:long.',
  },
  {
    test: 'e2e/faults/rolling-restart.test.ts › ',
    reason: 'It needs HAProxy, which is installed where apt-get (as root) or brew can do it.',
  },
  {
    test: 'e2e/faults/two-versions.test.ts › ',
    reason:
      'It runs in npm run test:long, where HAProxy can be installed and the release before has a tag, or KINMEL_RELEASE_BEFORE names a commit.',
  },
  {
    test: 'e2e/openapi/openapi.test.ts › ',
    reason: 'The program schemathesis needs Python 3.10 or newer.',
  },
  {
    test: 'tooling/src/checks/kubernetes/kubernetes.test.ts › kubectl kustomize ',
    reason: 'They need kubectl; the files are checked one by one without it.',
  },
  {
    test: 'tooling/src/checks/monitoring.test.ts › promtool ',
    reason: 'They need promtool (Debian package prometheus); metrics and labels are checked without it.',
  },
  {
    test: 'tooling/src/deploy/launch-options.test.ts › ',
    reason: 'Only root can start a browser as another user.',
  },
  {
    test: 'gateway/src/policies/admission/shared-counts.component.test.ts › ',
    reason: 'They need a real Redis, which is installed where apt-get (as root) or brew can do it.',
  },
  {
    test: 'packages/service-kit/src/objects/s3-objects.component.test.ts › objects in SeaweedFS ',
    reason: 'They need SeaweedFS, which is installed where pip can do it, on Linux.',
  },
  {
    test: 'tooling/src/backup/shop-parts.component.test.ts › a shop with pictures in SeaweedFS ',
    reason: 'It needs SeaweedFS, too.',
  },
];

/**
 * A run with more tests that passed only on retry fails, because so many cannot be due to the machine (decision 28).
 */
export const maxFlaky = 3;

export interface TestRun {
  /** `<file> › <name>` of each skipped test. */
  readonly skipped: readonly string[];
  /** One text for each test that passed only on retry. */
  readonly flaky: readonly string[];
  /** Test files that ran. */
  readonly files: readonly string[];
  /**
   * Test files that had to run. A file is missed when a pattern does not match it, or its folder is not searched.
   */
  readonly expectedFiles: readonly string[];
}

/** The faults of a run in which no test failed. */
export function runFaults(
  { skipped, flaky, files, expectedFiles }: TestRun,
  allowedSkips: typeof mayBeSkipped = mayBeSkipped,
): string[] {
  const isAllowed = (name: string) => allowedSkips.some(({ test }) => name.startsWith(test));
  return [
    ...skipped
      .filter((name) => !isAllowed(name))
      .map((name) => `${name}\n    was skipped, and tooling/src/test/run-rules.ts has no reason for it`),
    ...(flaky.length > maxFlaky
      ? [
          `${flaky.length} tests passed only on retry, and at most ${maxFlaky} may (tooling/src/test/run-rules.ts)`,
        ]
      : []),
    ...expectedFiles.filter((file) => !files.includes(file)).map((file) => `${file}\n    did not run`),
  ];
}

/** Variables that point the journeys to another shop or change their output: for manual runs of a test, refused in CI. */
export function refusedInCi(env: NodeJS.ProcessEnv): string[] {
  if (!env.CI || env.CI === 'false') return [];
  return Object.keys(env)
    .filter((name) => name.startsWith('KINMEL_E2E_') && env[name])
    .sort();
}

/** True when a test file has a focused test (`it.only`, `fit`), which skips the others of the file. */
export const hasFocusedTest = (source: string): boolean =>
  /\b(?:it|test|describe)(?:\.\w+)*\.only\b|(?<![\w.])f(?:it|describe)(?:\.each)?\s*[(`]/.test(source);

/** Jest tests that build, generate or start whole programs. They take minutes, so `npm run test:browser` runs them. */
export const programTests: readonly string[] = [
  'tooling/src/bootstrap/command-line.test.ts',
  'tooling/src/checks/container-users.component.test.ts',
  'tooling/src/generators/generators.test.ts',
  'tooling/src/launcher/servers/servers.component.test.ts',
  'tooling/src/outside/outside-remote.test.ts',
  'tooling/src/webpack/build-remote.test.ts',
  'tooling/src/webpack/same-version.test.ts',
];

export type TestStep = 'jest' | 'programs' | 'journeys' | 'containers' | 'cluster';

/** The step that runs a test file: Playwright runs those of `e2e/`, Jest all others. */
export function stepOfTestFile(file: string): TestStep {
  if (file.startsWith('e2e/containers/')) return 'containers';
  if (file.startsWith('e2e/cluster/')) return 'cluster';
  if (file.startsWith('e2e/')) return 'journeys';
  return programTests.includes(file) ? 'programs' : 'jest';
}
