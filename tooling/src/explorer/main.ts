import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { freePort } from '../launcher/processes/ports.ts';
import { startDatabase } from '../launcher/servers/database.ts';
import { checkoutFolder, defaultStateFolder } from '../launcher/stack.ts';
import { serversFolder } from '../test/servers-folder.ts';
import { steps } from './actors/steps.ts';
import { plantedFaults } from './planted-faults.ts';
import type { ThemeName } from './run-seed.ts';
import type { Explored, Work } from './worker.ts';

const help = `npm run explore [-- options]

  --seeds <count>     how many seeds, from 1 or --from (100)
  --from <seed>       the first seed
  --seed <a,b>        only these seeds, and prints their stories, also with --planted
  --workers <count>   processes (one for each core)
  --shorten <runs>    runs at most to shorten the story of each finding (40); 0: none
  --coverage          which steps never followed each other on neighbouring records
  --planted <a,b>     switches on each of these faults in turn, or all, and reports which are found
`;

const { values } = readCommandLine(help, {
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    shorten: { type: 'string', default: '40' },
    coverage: { type: 'boolean', default: false },
    planted: { type: 'string' },
  },
});
const seeds =
  values.seed?.split(',').map(Number) ??
  Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
const workers = Number(values.workers);

const folder = mkdtempSync(join(tmpdir(), 'kinmel-explorer-'));
const dataFolder = serversFolder(join(folder, 'servers'));
const database = await startDatabase({
  port: await freePort(),
  dataFolder: join(dataFolder, 'mongodb'),
  toolsFolder: join(defaultStateFolder, 'tools'),
  logFile: join(folder, 'mongodb.log'),
});
async function stop(): Promise<void> {
  await database.stop();
  for (const path of [folder, dataFolder]) rmSync(path, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(130)));

/** Runs all work in several processes, each with its own databases, until `take` returns true. */
async function runAllWork(
  work: readonly Work[],
  take: (explored: Explored) => boolean | undefined,
  planted = '',
): Promise<void> {
  const queue = [...work];
  const children: ChildProcess[] = [];
  const startWorker = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const child = fork(new URL('worker.ts', import.meta.url), {
        cwd: checkoutFolder,
        env: { ...process.env, PLANTED: planted },
        execArgv: [
          '--disable-warning=ExperimentalWarning',
          '--import',
          new URL('../launcher/services/tsx-hook.mjs', import.meta.url).href,
        ],
      });
      children.push(child);
      child.on('message', (message: Explored | 'ready') => {
        if (message !== 'ready' && take(message)) queue.length = 0;
        const next = queue.shift();
        if (next) child.send(next);
        else child.disconnect();
      });
      child.once('exit', (code) => (code ? reject(new Error(`A worker ended with ${code}.`)) : resolve()));
      child.send({ mongodbUri: database.uri, prefix: `explorer-${process.pid}-${index}`, folder });
    });
  try {
    await Promise.all(
      Array.from({ length: Math.min(workers, queue.length) }, (_, index) => startWorker(index)),
    );
  } finally {
    for (const child of children) child.kill();
  }
}

const writeLines = (...lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`);
const workOfSeeds = (theme?: ThemeName): Work[] => seeds.map((seed) => ({ seed, theme }));

/** @param kind of the fault; undefined without one */
function printResult(kind: string, { script, story, offences }: Explored): void {
  writeLines('', kind, `  seed ${script.seed}:`, ...story.map((line) => `    ${line}`));
  writeLines(...offences.map((text) => `  → ${text}`));
}

/** Explores all seeds, and prints the shortest story for each way of breaking an invariant. */
async function explore(): Promise<boolean> {
  const startedAt = performance.now();
  const findings = new Map<string, Explored>();
  const pairs = new Set<string>();
  let failedCount = 0;
  let doneCount = 0;
  await runAllWork(workOfSeeds(), (explored) => {
    doneCount += 1;
    if (doneCount % 50 === 0) process.stderr.write(`${doneCount} of ${seeds.length} seeds\n`);
    for (const pair of explored.pairs) pairs.add(pair);
    if (values.seed !== undefined && explored.kinds.length === 0) printResult('Every law holds.', explored);
    if (explored.kinds.length > 0) failedCount += 1;
    for (const kind of explored.kinds) {
      const shortestSoFar = findings.get(kind);
      if (!shortestSoFar) process.stderr.write(`seed ${explored.script.seed}: ${kind}\n`);
      if (!shortestSoFar || shortestSoFar.script.entries.length > explored.script.entries.length)
        findings.set(kind, explored);
    }
    return false;
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(`${seeds.length} seeds in ${seconds} s\n`);
  writeLines(`${failedCount} of ${seeds.length} seeds broke a law, in ${findings.size} ways.`);
  const names = steps.map(({ name }) => name);
  const allPairs = names.flatMap((first) => names.map((second) => `${first} → ${second}`));
  writeLines(
    `Of ${allPairs.length} pairs of steps, ${pairs.size} were taken one after the other on neighbouring records.`,
  );
  if (values.coverage)
    writeLines('Never:', ...allPairs.filter((pair) => !pairs.has(pair)).map((pair) => `  ${pair}`));
  const attempts = Number(values.shorten);
  if (attempts === 0) for (const [kind, explored] of findings) printResult(kind, explored);
  const shortenings = [...findings].map(([kind, { script }]) => ({ kind, script, attempts }));
  await runAllWork(attempts === 0 ? [] : shortenings, (explored) => {
    printResult(explored.shortened ?? '', explored);
    return false;
  });
  return failedCount === 0;
}

const lawsOf = ({ kinds }: Explored) => [...new Set(kinds.map((kind) => kind.split(' ')[0] ?? ''))];

/** Switches on one planted fault after the other, and prints the first seed that finds it. */
async function findPlanted(faultNames: string): Promise<boolean> {
  let missedCount = 0;
  const chosenFaults = plantedFaults.filter(
    ([name]) => faultNames === 'all' || faultNames.split(',').includes(name),
  );
  for (const [name, laws, theme, effect] of chosenFaults) {
    let first: Explored | undefined;
    let seedCount = 0;
    const otherLaws = new Set<string>();
    await runAllWork(
      workOfSeeds(theme),
      (explored) => {
        seedCount += 1;
        if (values.seed !== undefined) printResult(`With ${name}:`, explored);
        for (const law of lawsOf(explored))
          if (laws.split(' ').includes(law)) first ??= explored;
          else otherLaws.add(law);
        return first !== undefined;
      },
      name,
    );
    if (first === undefined) missedCount += 1;
    writeLines(
      first
        ? `found   ${name}: ${effect} (${lawsOf(first).join(', ')}, seed ${first.script.seed}, ${seedCount} seeds)`
        : `MISSED  ${name}: ${effect} (${[`${seedCount} seeds`, ...otherLaws].join(', ')})`,
    );
  }
  writeLines(`${chosenFaults.length - missedCount} of ${chosenFaults.length} planted faults were found.`);
  return missedCount === 0;
}

try {
  const hasPassed = values.planted === undefined ? await explore() : await findPlanted(values.planted);
  process.exitCode = hasPassed ? 0 : 1;
} finally {
  await stop();
}
