import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultStateFolder } from '@kinmel/tooling/stack';

const run = promisify(execFile);

const requirements = join(import.meta.dirname, 'requirements.txt');
const configFile = join(import.meta.dirname, 'schemathesis.toml');
/** The oldest Python that schemathesis supports, with its modules. */
const oldestPython = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/** Whether this machine can run schemathesis. */
export const hasPython = (): Promise<boolean> =>
  run('python3', ['-c', oldestPython]).then(
    () => true,
    () => false,
  );

/** Installs schemathesis in a folder of this clone, once per content of `requirements.txt`. @returns the program */
export async function installSchemathesis(): Promise<string> {
  const content = await readFile(requirements);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const folder = join(defaultStateFolder, 'tools', `schemathesis-${version}`);
  const completionMarker = join(folder, 'is-complete');
  if (!existsSync(completionMarker)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
    await writeFile(completionMarker, '');
  }
  return join(folder, 'bin/schemathesis');
}

export interface SchemathesisRun {
  /** The installed program. */
  readonly program: string;
  /** File of the OpenAPI document. */
  readonly document: string;
  /** Base URL of its paths. */
  readonly url: string;
  readonly token?: string;
  /** Operations that are not called. */
  readonly exclude?: readonly string[];
  /** A folder it may write to. */
  readonly folder: string;
}

/**
 * Calls every operation of a document with generated valid and invalid input and compares the responses with the
 * document. @returns whether no check failed, and the report
 */
export async function runSchemathesis({
  program,
  document,
  url,
  token,
  exclude = [],
  folder,
}: SchemathesisRun): Promise<{ readonly isSound: boolean; readonly report: string }> {
  await mkdir(folder, { recursive: true });
  const args = [
    '--config-file',
    configFile,
    'run',
    document,
    '--url',
    url,
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    // The phase `coverage` repeats writes with the same input and reports the second response as a failure.
    '--phases=examples,fuzzing',
    '--max-examples=20',
    '--generation-deterministic',
    '--checks=all',
    // Some valid input is refused by rules that a schema cannot express: a closed day, a wrong old password.
    '--exclude-checks=positive_data_acceptance',
    ...exclude.flatMap((operation) => ['--exclude-operation-id', operation]),
    // Internal paths; the gateway does not serve them.
    '--exclude-path-regex=^/internal/',
    '--continue-on-failure',
    '--warnings=off',
    '--no-color',
  ];
  // A failed check sets the exit code; the report is needed in both cases.
  const { stdout, code } = await run(program, args, { cwd: folder, maxBuffer: 64 << 20 }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: Error & { stdout?: string; stderr?: string; code?: number }) => ({
      stdout: `${error.stdout ?? ''}${error.stderr ?? error.message}`,
      code: error.code ?? 1,
    }),
  );
  return { isSound: code === 0, report: stdout };
}
