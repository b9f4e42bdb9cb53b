import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { isAlive } from '../launcher/processes/child-process.ts';
import { freePort } from '../launcher/processes/ports.ts';
import { stopWithParent } from '../launcher/processes/stop-with-parent.ts';
import { createConsoleReport } from '../launcher/report.ts';
import { type Broker, startBroker } from '../launcher/servers/broker.ts';
import { type Database, startDatabase } from '../launcher/servers/database.ts';
import { findRedis } from '../launcher/servers/optional-binaries.ts';
import { findSeaweedfs } from '../launcher/servers/seaweedfs-binary.ts';
import { checkoutFolder, defaultStateFolder, freeStackPorts, stackFolders } from '../launcher/stack.ts';
import { stopRunningCommands } from './run-command.ts';
import { refusedInCi, stepOfTestFile } from './run-rules.ts';
import { removeLeftData, serversFolder } from './servers-folder.ts';
import type { Step, StepContext, StepResult } from './step.ts';
import { steps } from './steps.ts';

const help = `npm test [-- options] [test file …]

  --only <a,b>   only these steps: ${steps.map(({ name }) => name).join(', ')}
  --skip <a,b>   all steps except these
  --long         all repetitions of the fault tests (npm run test:long)
  --changed      only what changed, without the slow steps (npm run check)

To run single test files:
  npm test -- services/catalog/src/stock/reserve-stock.test.ts
  npm test -- e2e/journeys/search.test.ts
  npm run test:long -- money
`;

const { values, positionals } = readCommandLine(help, {
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    skip: { type: 'string' },
    changed: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
  },
});
/** A file, or the name of a browser test. */
const fileOf = (name: string) =>
  globSync(`e2e/*/${name}.test.ts`, { cwd: checkoutFolder })[0] ?? relative(checkoutFolder, resolve(name));
const namedFiles = positionals.map(fileOf);
const missing = namedFiles.filter((file) => !existsSync(join(checkoutFolder, file)));
if (missing.length > 0) refuseCall(help, `No such test file: ${missing.join(', ')}`);

const refused = refusedInCi(process.env);
if (refused.length > 0)
  refuseCall(help, `Not allowed in CI, where it could test another shop: ${refused.join(', ')}`);

/** Empties and returns `.kinmel/test`. A concurrent run in the same clone gets a separate folder, named after its pid. */
function claimRunFolder(): string {
  const defaultFolder = join(defaultStateFolder, 'test');
  const owner = existsSync(join(defaultFolder, 'pid'))
    ? Number(readFileSync(join(defaultFolder, 'pid'), 'utf8'))
    : 0;
  const folder = owner > 0 && isAlive(owner) ? `${defaultFolder}-${process.pid}` : defaultFolder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return folder;
}

const report = createConsoleReport();
const runFolder = claimRunFolder();
removeLeftData();
const dataFolder = serversFolder(runFolder);
const logFile = (name: string) => join(runFolder, 'logs', `${name}.log`);

let database: Database | undefined;
let broker: Broker | undefined;

async function startServers(onProgress: (text: string) => void) {
  const { KINMEL_TEST_MONGODB_URI, KINMEL_TEST_AMQP_URL } = process.env;
  // The variables of a running shop must not lead tests to its data.
  const env = { ...process.env, MONGODB_URI: KINMEL_TEST_MONGODB_URI, AMQP_URL: KINMEL_TEST_AMQP_URL };
  const toolsFolder = join(defaultStateFolder, 'tools');
  const [redis, s3, ...results] = await Promise.allSettled([
    findRedis((text) => onProgress(`Redis: ${text}`)),
    findSeaweedfs(toolsFolder, (text) => onProgress(`S3: ${text}`)),
    (async () => {
      database = await startDatabase({
        port: await freePort(),
        dataFolder: join(dataFolder, 'mongodb'),
        toolsFolder,
        logFile: logFile('mongodb'),
        env,
        onProgress: (text) => onProgress(`MongoDB: ${text}`),
      });
    })(),
    (async () => {
      broker = await startBroker({
        port: (await freeStackPorts()).rabbitmq,
        folder: join(dataFolder, 'rabbitmq'),
        logFile: logFile('rabbitmq'),
        env,
        onProgress: (text) => onProgress(`RabbitMQ: ${text}`),
      });
    })(),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const redisServer = redis.status === 'fulfilled' ? (redis.value ?? '') : '';
  const s3Server = s3.status === 'fulfilled' ? (s3.value ?? '') : '';
  return { mongodbUri: database?.uri ?? '', amqpUrl: broker?.url ?? '', redisServer, s3Server };
}

let starting: ReturnType<typeof startServers> | undefined;

async function stopAll(): Promise<void> {
  await stopRunningCommands();
  await broker?.stop();
  await database?.stop();
  if (dataFolder !== runFolder) rmSync(dataFolder, { recursive: true, force: true });
  rmSync(join(runFolder, 'pid'), { force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
stopWithParent(() => void stopAll().then(() => process.exit(143)));

function chosenSteps(): Step[] {
  const list = (text: string | undefined) => text?.split(',').filter(Boolean);
  const only = namedFiles.length > 0 ? namedFiles.map(stepOfTestFile) : list(values.only);
  const skip = list(values.skip) ?? [];
  const unknown = [...(only ?? []), ...skip].filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`No step "${unknown.join(', ')}".\n\n${help}`);
  return steps.filter(
    (step) =>
      (only?.includes(step.name) ?? true) &&
      !skip.includes(step.name) &&
      !(values.changed && step.isSlow === true && only === undefined) &&
      !(step.isOwnCommand === true && only === undefined),
  );
}

async function runStep(step: Step, context: StepContext, update: (detail: string) => void) {
  try {
    return await step.run(context, update);
  } catch (error) {
    return { passed: 0, failed: 1, output: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Files that differ from the upstream branch or are uncommitted, without deleted ones. */
async function changedFiles(): Promise<string[]> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['-C', checkoutFolder, ...args])).stdout;
  const base = await git('merge-base', 'HEAD', '@{upstream}').then(
    (text) => text.trim(),
    () => 'HEAD',
  );
  const lists = await Promise.all([
    git('diff', '--name-only', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  const files = new Set(lists.flatMap((text) => text.split('\0')).filter(Boolean));
  return [...files].filter((file) => existsSync(join(checkoutFolder, file)));
}

const startedAt = performance.now();
const rows: { step: Step; result: StepResult; seconds: string }[] = [];
try {
  const context: StepContext = {
    checkoutFolder,
    folders: stackFolders(defaultStateFolder),
    runFolder,
    changed: values.changed ? await changedFiles() : undefined,
    namedFiles,
    isLong: values.long,
    servers: (onProgress) => (starting ??= startServers(onProgress)),
    logFile,
  };
  if (context.changed) report.say(`${context.changed.length} files changed`);
  const selectedSteps = chosenSteps();
  for (const step of selectedSteps) {
    // The step reports its failure, because it waits for the same promise or tries again.
    step.prepare?.(context).catch(() => undefined);
  }
  const background = new Map(
    selectedSteps
      .filter((step) => step.isBackground && selectedSteps.length > 1)
      .map((step) => [step, runStep(step, context, () => undefined)]),
  );
  for (const step of selectedSteps) {
    const stepStartedAt = performance.now();
    let result: StepResult = { passed: 0, failed: 1 };
    await report
      .step(step.title, async (update) => {
        result = await (background.get(step) ?? runStep(step, context, update));
        if (result.failed > 0) throw new Error(`${step.title} failed`);
      })
      .catch(() => {
        report.say(`\n${(result.output ?? []).join('\n')}\n`);
      });
    for (const line of result.shownLines ?? []) report.say(`  ${line}`);
    rows.push({ step, result, seconds: ((performance.now() - stepStartedAt) / 1000).toFixed(1) });
  }
} catch (error) {
  report.say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await stopAll();
}

const sum = (count: (result: StepResult) => number) =>
  rows.reduce((total, { result }) => total + count(result), 0);
const failed = sum((result) => result.failed);
const skipped = sum((result) => result.skipped ?? 0);
for (const { result } of rows) for (const failure of result.failures ?? []) report.say(`\n✗ ${failure}`);
report.say(
  `\nSummary (${((performance.now() - startedAt) / 1000).toFixed(0)} s, logs in ${join(runFolder, 'logs')})`,
);
for (const { step, result, seconds } of rows) {
  const counts = `${result.passed} passed, ${result.failed} failed`;
  report.say(
    `  ${result.failed === 0 ? '✓' : '✗'} ${step.title.padEnd(50)} ${counts.padEnd(26)} ${seconds} s`,
  );
}
const slowest = rows.flatMap(({ result }) => result.slowest ?? []);
if (slowest.length > 0) report.say(`\nSlowest test files\n${slowest.join('\n')}`);
// Repeated on one line each at the end of the log, where readers look first.
for (const { result } of rows)
  for (const failure of result.failures ?? []) report.say(`\n✗ ${failure.split('\n')[0]}`);
report.say(
  `\n${sum((result) => result.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
if (failed > 0 || rows.length === 0) process.exitCode = 1;
process.exit(process.exitCode ?? 0);
