import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDatabase } from '../launcher/servers/database.ts';
import { freePort } from '../launcher/processes/ports.ts';
import { serversFolder } from '../test/servers-folder.ts';
import type { Explored, Work } from './worker.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    /** The first one. */
    from: { type: 'string', default: '1' },
    /** These only: `--seed 8` or `--seed 8,15`. */
    seed: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    /** Runs at most to shorten each story; 0: none. */
    shorten: { type: 'string', default: '40' },
  },
});

const seeds =
  values.seed?.split(',').map(Number) ??
  Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
const root = new URL('../../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'kinmel-explorer-'));
const dataFolder = serversFolder(join(folder, 'servers'));
const startedAt = performance.now();
const database = await startDatabase({
  port: await freePort(),
  dataFolder,
  toolsFolder: join(root, '.kinmel/tools'),
  logFile: join(folder, 'mongodb.log'),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void database.kill().then(() => process.exit(1)));

/** The shortest run that showed each way of breaking a law. */
const found = new Map<string, Explored>();
let failed = 0;

function print(kind: string, { script, story, offences }: Explored): void {
  const lines = [
    '',
    kind,
    `  seed ${script.seed}:`,
    ...story.map((line) => `    ${line}`),
    ...offences.map((text) => `  → ${text}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function take(explored: Explored): void {
  if (explored.shortened !== undefined) return print(explored.shortened, explored);
  if (explored.kinds.length > 0) failed += 1;
  for (const kind of explored.kinds) {
    const known = found.get(kind);
    if (known && known.script.entries.length <= explored.script.entries.length) continue;
    if (!known) process.stderr.write(`seed ${explored.script.seed}: ${kind}\n`);
    found.set(kind, explored);
  }
}

/** Does all work in several processes, each with databases of its own. */
async function doAll(queue: Work[], count: number): Promise<void> {
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const child = fork(new URL('worker.ts', import.meta.url), {
        execArgv: [
          '--disable-warning=ExperimentalWarning',
          '--import',
          new URL('../launcher/services/tsx-hook.mjs', import.meta.url).href,
        ],
      });
      child.on('message', (message: Explored | 'ready') => {
        if (message !== 'ready') take(message);
        const next = queue.shift();
        if (next) child.send(next);
        else child.disconnect();
      });
      child.once('exit', (code) => (code ? reject(new Error(`A worker ended with ${code}.`)) : resolve()));
      child.send({ mongodbUri: database.uri, prefix: `explorer${index}`, folder });
    });
  await Promise.all(Array.from({ length: Math.min(count, queue.length) }, (_, index) => one(index)));
}

try {
  const workers = Number(values.workers);
  await doAll(
    seeds.map((seed) => ({ seed })),
    workers,
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${seeds.length} seeds in ${seconds} s: ${failed} broke a law, in ${found.size} ways.\n`,
  );
  const attempts = Number(values.shorten);
  if (attempts === 0) for (const [kind, explored] of found) print(kind, explored);
  else
    await doAll(
      [...found].map(([kind, { script }]) => ({ kind, script, attempts })),
      workers,
    );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataFolder, { recursive: true, force: true });
}
