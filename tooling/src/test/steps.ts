import { existsSync } from 'node:fs';
import { glob, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { architectureViolations, sourceFolders } from '../checks/architecture.ts';
import { checkoutContracts, recordVerifications } from '../deploy/verified-contracts.ts';
import { foldPacts, readPacts } from '../documents/fold-pacts.ts';
import { judgeMutants, mutantsReport } from '../mutants/judge-mutants.ts';
import { survivors } from '../mutants/survivors.ts';
import { ensureChromium } from './chromium.ts';
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
import { runCommand } from './run-command.ts';
import { runFaults, stepOfTestFile, type TestRun, type TestStep } from './run-rules.ts';
import type { Step, StepContext, StepResult } from './step.ts';

const minutes = (count: number) => count * 60_000;

const isFormatted = /\.(ts|tsx|mjs|css|json)$/;
const isCode = /\.(ts|tsx|mjs)$/;

const emptyResult: StepResult = { passed: 1, failed: 0 };

const failure = (output: string[]): StepResult => ({ passed: 0, failed: 1, output });

const passedOnRetry = (test: string) => `Passed only on retry: ${test}`.split('\n');

type Command = Partial<Omit<Parameters<typeof runCommand>[0], 'name' | 'args' | 'cwd' | 'logFile'>>;

/** Runs a program in the checkout, by default with Node; its output goes to the log of the step. */
function runIn(
  { checkoutFolder, logFile }: StepContext,
  name: string,
  args: string[],
  { env, limitMs = minutes(10), ...options }: Command = {},
) {
  return runCommand({
    name,
    command: process.execPath,
    args,
    cwd: checkoutFolder,
    env: { ...process.env, NO_COLOR: '1', ...env },
    logFile: logFile(name),
    limitMs,
    ...options,
  });
}

/** Runs a tool whose exit code is the result. */
async function runTool(context: StepContext, name: string, tool: string, args: string[]) {
  const command = join(context.checkoutFolder, 'node_modules/.bin', tool);
  const { code, output } = await runIn(context, name, args, { command });
  return code === 0 ? emptyResult : failure(output);
}

/** Runs a script of the tooling. */
const runScript = (
  context: StepContext,
  name: string,
  file: string,
  args: string[] = [],
  options?: Command,
) => {
  const script = join(context.checkoutFolder, 'tooling/src', file);
  return runIn(context, name, ['--disable-warning=ExperimentalWarning', script, ...args], options);
};

/** A step that runs a tool on all files, or on the changed ones. */
const fileStep = (name: string, title: string, tool: string, files: RegExp, args: string[] = []): Step => ({
  name,
  title,
  async run(context) {
    const changed = context.changed?.filter((file) => files.test(file));
    if (changed?.length === 0) return emptyResult;
    return runTool(context, name, tool, [...args, ...(changed ?? ['.'])]);
  },
});

/** The result of a step that runs tests; if none failed, it includes the faults of the run as a whole. */
function withRunFaults(run: TestRun, result: StepResult): StepResult {
  const faults = result.failed > 0 ? [] : runFaults(run);
  return {
    ...result,
    skipped: run.skipped.length,
    failed: result.failed + faults.length,
    failures: [...(result.failures ?? []), ...faults],
  };
}

const namedFilesOf = (step: TestStep, { namedFiles }: StepContext) =>
  namedFiles.filter((file) => stepOfTestFile(file) === step);

/** The test files that a step must run: those named on the command line, or all of the checkout. */
async function expectedFiles(step: TestStep, context: StepContext): Promise<string[]> {
  if (context.namedFiles.length > 0) return namedFilesOf(step, context);
  const files = await Array.fromAsync(
    glob('{packages,tooling,gateway,render,services,bench,shell,mfe-*,e2e}/**/*.test.{ts,tsx}', {
      cwd: context.checkoutFolder,
      exclude: (path) => path.includes('node_modules'),
    }),
  );
  return files.filter((file) => stepOfTestFile(file) === step);
}

/** Run by `npm test` on a desktop; all others, and all on a phone, by `npm run test:browser`. */
const mainFiles = [
  'journeys/open-the-shop',
  'journeys/buy-a-product',
  'journeys/place-an-order',
  'journeys/sell-a-phone',
  'journeys/back-office',
  'faults/failure-budget',
  'faults/money',
  'faults/round-trip',
].map((name) => `e2e/${name}.test.ts`);

const format = fileStep('format', 'Format', 'biome', isFormatted, ['check', '--no-errors-on-unmatched']);

const lint = fileStep('lint', 'Lint', 'oxlint', isCode);

const types: Step = {
  name: 'types',
  title: 'Types',
  // With several checkers each one would load the heavy types again.
  // Shares its build info with `npm run types`, so both only check what has changed since the last run.
  run: (context) => {
    const buildInfo = ['--incremental', '--tsBuildInfoFile', '.kinmel/types.tsbuildinfo'];
    return runTool(context, 'types', 'tsc', ['--checkers', '1', '-p', 'tsconfig.json', ...buildInfo]);
  },
};

const architecture: Step = {
  name: 'architecture',
  title: 'Architecture rules',
  async run({ checkoutFolder }, update) {
    const { violations, files } = await architectureViolations(checkoutFolder, sourceFolders(checkoutFolder));
    update(`${files} files`);
    if (violations.length === 0) return { passed: 1, failed: 0 };
    return {
      passed: 0,
      failed: violations.length,
      output: violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
    };
  },
};

const unused: Step = {
  name: 'unused',
  title: 'Files and exports that nothing uses',
  run: (context) =>
    runTool(context, 'unused', 'knip', [
      '--include',
      'files,exports,types',
      '--no-config-hints',
      '--no-progress',
    ]),
};

const links: Step = {
  name: 'links',
  title: 'Links and paths in Markdown',
  run: (context) => runTool(context, 'links', 'remark', ['--frail', '--quiet', '.']),
};

/** Runs Jest. A missing report means that it could not start. */
async function runJest(
  context: StepContext,
  name: 'jest' | 'programs',
  args: readonly string[],
  update: (detail: string) => void,
) {
  const { checkoutFolder, runFolder } = context;
  const { mongodbUri, amqpUrl, redisServer, s3Server } = await context.servers(update);
  const reportFile = join(runFolder, `${name}.json`);
  await rm(reportFile, { force: true });
  const reporter = join(checkoutFolder, 'tooling/src/test/jest-progress-reporter.cjs');
  const { code, output } = await runIn(
    context,
    name,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(checkoutFolder, 'node_modules/jest/bin/jest.js'),
      '--ci',
      // High enough for slow machines; ends tests that hang.
      '--testTimeout=30000',
      `--reporters=${reporter}`,
      '--json',
      `--outputFile=${reportFile}`,
      ...args,
    ],
    {
      env: {
        NODE_ENV: 'test',
        KINMEL_TEST_MONGODB_URI: mongodbUri,
        KINMEL_TEST_AMQP_URL: amqpUrl,
        KINMEL_TEST_REDIS_SERVER: redisServer,
        KINMEL_TEST_S3_SERVER: s3Server,
        PACT_DO_NOT_TRACK: '1',
        // Tests of commands start the same scripts again and again.
        NODE_COMPILE_CACHE: join(runFolder, 'compile-cache'),
      },
      limitMs: minutes(30),
      onLine: (line) => {
        const progress = /^(\d+\/\d+) (pass|FAIL) (.+)$/.exec(line);
        if (progress) update(`${progress[1]} files`);
      },
    },
  );
  return {
    code,
    output: output.filter((line) => !/^\d+\/\d+ pass /.test(line)),
    report: existsSync(reportFile)
      ? jestReport.parse(JSON.parse(await readFile(reportFile, 'utf8')))
      : undefined,
  };
}

/** Runs the Jest tests of some projects of `jest.config.mjs`. In CI, files that failed run once more, sequentially. */
const jestStep = (
  name: 'jest' | 'programs',
  title: string,
  projects: readonly string[],
  options: Pick<Step, 'isOwnCommand'> = {},
): Step => ({
  ...options,
  name,
  title,
  prepare: async (context) => context.changed ?? context.servers(() => undefined),
  async run(context, update) {
    const { checkoutFolder, changed } = context;
    const relatedFiles = changed?.filter((file) => isCode.test(file) && !file.startsWith('e2e/'));
    if (relatedFiles?.length === 0) return emptyResult;
    const selected = ['--selectProjects', ...projects];
    const pactsFolder = join(checkoutFolder, 'pacts');
    const pacts = await readPacts(pactsFolder);
    // Two workers per core, because component tests mostly wait for the database and the broker.
    const firstRun = await runJest(
      context,
      name,
      // A changed file may have no test; a named one must exist.
      [
        ...selected,
        '--maxWorkers=4',
        ...(relatedFiles
          ? ['--passWithNoTests', '--findRelatedTests', ...relatedFiles]
          : namedFilesOf(name, context)),
      ],
      update,
    );
    if (!firstRun.report) return failure(firstRun.output);
    const filesToRunAgain = filesToRetry(firstRun.report);
    const secondRun =
      filesToRunAgain.length > 0 && process.env.CI
        ? await runJest(context, name, [...selected, '--runInBand', ...filesToRunAgain], update)
        : undefined;
    const code = secondRun?.report ? secondRun.code : firstRun.code;
    const { report, flaky } = withRetry(firstRun.report, secondRun?.report, checkoutFolder);
    const tests = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({ ...test, file: relative(checkoutFolder, name) })),
    );
    const passed = tests
      .filter(({ status }) => status === 'passed')
      .map(({ file, fullName }) => ({ file, name: fullName }));
    const changedPacts = code === 0 ? await foldPacts(pactsFolder, pacts) : [];
    const failures = [
      ...jestFailures(report, checkoutFolder),
      ...changedPacts.map(
        (file) => `pacts/${file}\n    was not up to date: look at what changed and commit it`,
      ),
    ];
    update(`${passed.length} tests`);
    await recordVerifications(checkoutContracts(), passed);
    return withRunFaults(
      {
        skipped: jestSkipped(report, checkoutFolder),
        flaky,
        files: report.testResults.map(({ name }) => relative(checkoutFolder, name)),
        expectedFiles: relatedFiles ? [] : await expectedFiles(name, context),
      },
      {
        passed: passed.length,
        // A non-zero exit code without a failed test is also an error: a crash of the runner, or an open handle.
        failed: code !== 0 && failures.length === 0 ? 1 : failures.length,
        output: code === 0 ? [] : firstRun.output,
        failures,
        shownLines: flaky.flatMap(passedOnRetry),
        // Only in the summary of a full run.
        slowest: context.namedFiles.length > 0 || changed ? [] : slowestFiles(report, checkoutFolder),
      },
    );
  },
});

const jest = jestStep('jest', 'Unit, component, integration and contract tests', ['server', 'browser']);
const programs = jestStep('programs', 'Builds, generators and started programs', ['programs'], {
  isOwnCommand: true,
});

/** The result of a run that must find all planted faults; its output is shown. */
const plantedFaultsResult = (
  passed: number,
  { code, output }: { code: number | null; output: string[] },
): StepResult => ({
  passed,
  failed: code === 0 ? 0 : 1,
  output,
  shownLines: output,
});

const explorer: Step = {
  name: 'explorer',
  title: 'Neighbouring records in random orders',
  isSlow: true,
  async run(context, update) {
    const { mongodbUri } = await context.servers(update);
    const explore = (...args: string[]) =>
      runScript(context, 'explorer', 'explorer/main.ts', args, {
        env: { MONGODB_URI: mongodbUri },
        limitMs: minutes(context.isLong ? 120 : 10),
      });
    const seeds = context.isLong ? '2000' : '20';
    update(`${seeds} seeds`);
    const { code, output } = await explore('--seeds', seeds);
    if (code !== 0) return failure(output);
    const passed = Number(seeds);
    if (!context.isLong) return { passed, failed: 0, output };
    update('planted faults');
    return plantedFaultsResult(passed, await explore('--seeds', seeds, '--planted', 'all'));
  },
};

const rig: Step = {
  name: 'rig',
  title: 'What clients hear while processes fail',
  isSlow: true,
  isOwnCommand: true,
  async run(context, update) {
    const runRig = (name: string, ...args: string[]) =>
      runScript(context, name, 'rig/main.ts', args, { limitMs: minutes(120), onLine: update });
    const rigResult = await runRig('rig');
    if (rigResult.code !== 0) return failure(rigResult.output);
    return plantedFaultsResult(1, await runRig('rig-planted', '--planted', 'all'));
  },
};

const builds: Step = {
  name: 'builds',
  title: 'Builds',
  isSlow: true,
  isBackground: true,
  async run(context) {
    const { code, output } = await runScript(context, 'builds', 'launcher/build.ts');
    return code === 0 ? emptyResult : failure(output);
  },
};

/** Runs Playwright against a separately started shop. */
async function runPlaywright(
  name: string,
  args: string[],
  expected: readonly string[],
  context: StepContext,
  update: (detail: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<StepResult> {
  const { checkoutFolder, runFolder } = context;
  const reportFile = join(runFolder, `${name}.json`);
  const shownFile = join(runFolder, `${name}-shown.txt`);
  const { code, output } = await runIn(
    context,
    name,
    [
      join(checkoutFolder, 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      join(checkoutFolder, 'e2e/playwright.config.ts'),
      '--reporter=line,json',
      '--forbid-only',
      ...args,
    ],
    {
      env: {
        KINMEL_E2E_STATE_FOLDER: join(runFolder, 'e2e'),
        KINMEL_E2E_OUTPUT_FOLDER: join(runFolder, name),
        KINMEL_E2E_SHOWN_FILE: shownFile,
        ...(context.isLong ? { KINMEL_TEST_LONG: '1' } : {}),
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
        PLAYWRIGHT_FORCE_TTY: '0',
        ...env,
      },
      limitMs: minutes(context.isLong ? 120 : 60),
      onLine: (line) => {
        const progress = /^\[(\d+\/\d+)\]/.exec(line);
        if (progress?.[1]) update(progress[1]);
      },
    },
  );
  if (!existsSync(reportFile)) return failure(output);
  const report = playwrightReport.parse(JSON.parse(await readFile(reportFile, 'utf8')));
  const { stats, errors } = report;
  const failed = stats.unexpected + errors.length;
  const passed = stats.expected + stats.flaky;
  const flaky = playwrightFlaky(report);
  const skipped = playwrightSkipped(report);
  update(`${passed} tests`);
  return withRunFaults(
    {
      skipped,
      flaky,
      files: playwrightFiles(report),
      expectedFiles: expected,
    },
    {
      passed,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      output: code === 0 ? [] : output,
      failures: [
        ...playwrightFailures(report),
        // Stages after a failed one do not start (e2e/playwright.config.ts).
        ...(failed > 0 && skipped.length > 0 ? [`${skipped.length} tests did not run`] : []),
      ],
      shownLines: [
        ...(existsSync(shownFile) ? (await readFile(shownFile, 'utf8')).trim().split('\n') : []),
        ...flaky.flatMap(passedOnRetry),
      ],
    },
  );
}

async function runInChromium(
  args: string[],
  expected: readonly string[],
  context: StepContext,
  update: (detail: string) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<StepResult> {
  const chromium = await ensureChromium(update);
  return runPlaywright('playwright', args, expected, context, update, { CHROMIUM_PATH: chromium, ...env });
}

/** A shopper's and an admin's path through the whole shop, then a fault of each kind. */
const mainJourneys: Step = {
  name: 'main-journeys',
  title: 'Main journeys and faults in Chromium',
  isSlow: true,
  prepare: () => ensureChromium(() => undefined),
  run: (context, update) =>
    runInChromium([], mainFiles, context, update, { KINMEL_E2E_MAIN_FILES: mainFiles.join(',') }),
};

const journeys: Step = {
  name: 'journeys',
  title: 'Journeys and faults in Chromium',
  isSlow: true,
  isOwnCommand: true,
  prepare: () => ensureChromium(() => undefined),
  async run(context, update) {
    const namedFiles = namedFilesOf('journeys', context);
    const expected = await expectedFiles('journeys', context);
    // Named files run without the stages before theirs.
    if (namedFiles.length > 0) return runInChromium(['--no-deps', ...namedFiles], expected, context, update);
    if (context.isLong) return runInChromium([], expected, context, update);
    const remainingFiles = expected.filter(
      (file) => !(mainFiles.includes(file) && file.startsWith('e2e/faults/')),
    );
    return runInChromium([], remainingFiles, context, update, { KINMEL_E2E_LEFT_OUT: mainFiles.join(',') });
  },
};

/** What this machine lacks for a step with containers, as a sentence; undefined if nothing is missing. */
async function missingRequirement(
  context: StepContext,
  needs: readonly { readonly command: readonly [string, ...string[]]; readonly lack: string }[],
): Promise<string | undefined> {
  for (const { command: all, lack } of needs) {
    const [command, ...args] = all;
    const answer = runIn(context, command, args, { command, limitMs: minutes(1) });
    if (
      !(await answer.then(
        ({ code }) => code === 0,
        () => false,
      ))
    )
      return lack;
  }
  return undefined;
}

const dockerRequirements = [
  { command: ['docker', 'compose', 'version'], lack: 'Docker with Compose is not installed' },
  { command: ['docker', 'info'], lack: 'no Docker engine answers' },
] as const;

/** A step whose tests open a shop of images themselves. Skipped when the machine lacks something. */
const imagesStep = (
  name: 'containers' | 'cluster',
  title: string,
  lackOnMachine: (context: StepContext) => Promise<string | undefined>,
): Step => ({
  name,
  title,
  isSlow: true,
  isOwnCommand: true,
  async run(context, update) {
    const lack = await lackOnMachine(context);
    if (lack !== undefined) return { passed: 0, failed: 0, skipped: 1, shownLines: [`Not run: ${lack}.`] };
    const expected = await expectedFiles(name, context);
    return runPlaywright(name, [], expected, context, update, { KINMEL_E2E_IMAGES: name });
  },
});

const containers = imagesStep('containers', 'The shop in containers', (context) =>
  missingRequirement(context, dockerRequirements),
);

// Only runs on an explicitly named cluster, never on the default one of kubectl.
const cluster = imagesStep('cluster', 'The shop in a cluster', async (context) =>
  process.env.KUBECONFIG
    ? missingRequirement(context, [
        { command: ['kubectl', 'version', '--client'], lack: 'kubectl is not installed' },
        { command: ['kubectl', 'get', 'nodes'], lack: 'no cluster answers' },
        ...dockerRequirements,
      ])
    : 'KUBECONFIG names no cluster',
);

const mutants: Step = {
  name: 'mutants',
  title: 'Tests of rules that notice what is broken on purpose',
  isSlow: true,
  isOwnCommand: true,
  async run(context, update) {
    const { checkoutFolder } = context;
    const reportFile = join(checkoutFolder, '.kinmel/mutants.json');
    await rm(reportFile, { force: true });
    const args = [
      join(checkoutFolder, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      'run',
      join(checkoutFolder, 'tooling/src/mutants/stryker.config.mjs'),
    ];
    const { output } = await runIn(context, 'mutants', args, { limitMs: minutes(180) });
    if (!existsSync(reportFile)) return failure(output);
    const report = mutantsReport.parse(JSON.parse(await readFile(reportFile, 'utf8')));
    const { killed, survived, faults } = judgeMutants(report, survivors);
    update(`${killed} of ${killed + survived} mutants`);
    return { passed: killed, failed: faults.length, failures: faults };
  },
};

/** In order of execution: fast checks first. */
export const steps: Step[] = [
  format,
  lint,
  links,
  types,
  architecture,
  unused,
  jest,
  explorer,
  rig,
  builds,
  programs,
  mainJourneys,
  journeys,
  containers,
  cluster,
  mutants,
];
