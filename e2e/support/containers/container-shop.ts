import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutFolder } from '@kinmel/tooling/stack';
import { showInSummary } from '../summary.ts';

const maxBuffer = 512 * 1024 * 1024;

/** Target durations: from images to the home page, and from changed sources to the active version. */
export const aimSeconds = { open: 300, deployed: 30 };

/** Timeout that allows for a busy machine. */
export const openWithinMs = 15 * 60_000;

/** The shop in containers of Compose or of Kubernetes, as a shopper and an operator see it. */
export interface ContainerShop {
  readonly shopUrl: string;
  readonly mailUrl: string;
  /** The files of the checkout, as in a fresh clone. */
  readonly folder: string;
  /** The secrets that were generated for this shop. */
  readonly secrets: Readonly<Record<string, string>>;
  /** `<name> <exit code>` of each container that has ended. */
  readonly exits: readonly string[];
  /** Resolves with the output of a command that is typed in the clone. */
  readonly shell: (command: string) => Promise<string>;
  /** Adds the duration and its aim to the summary of the run. Exceeding the aim fails nothing, as the machine may be busy. */
  readonly measureTime: (what: string, aimSeconds: number, work: () => Promise<unknown>) => Promise<void>;
  /** Logs of all existing containers. */
  logs(): Promise<string>;
  /** Kills a server and starts it again. */
  crash(server: Server): Promise<void>;
}

export type Server = 'mongodb' | 'rabbitmq';

/** Copies the checkout to a folder with secrets of its own, which tests may change. */
async function copyOfCheckout(): Promise<string> {
  const folder = join(process.env.KINMEL_E2E_STATE_FOLDER ?? join(checkoutFolder, '.kinmel/e2e'), 'clone');
  rmSync(folder, { recursive: true, force: true });
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: checkoutFolder, maxBuffer },
  );
  for (const file of stdout.split('\0').filter((name) => name && existsSync(join(checkoutFolder, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(checkoutFolder, file), join(folder, file));
  }
  return folder;
}

/** Copies the checkout, and runs shell commands in the copy. */
export async function openClone(envOf: (folder: string) => NodeJS.ProcessEnv = () => ({})) {
  const folder = await copyOfCheckout();
  const env = { ...process.env, ...envOf(folder) };
  return {
    folder,
    env,
    /** Prints the command and its duration to the log of the run. */
    shell: async (command: string): Promise<string> => {
      const startedAt = performance.now();
      try {
        const { stdout } = await promisify(execFile)('sh', ['-c', `{ ${command}\n} 2>&1`], {
          cwd: folder,
          env,
          maxBuffer,
        });
        return stdout;
      } catch (error) {
        const { stdout = '' } = error as { stdout?: string };
        throw new Error(`${command}\n${stdout.split('\n').slice(-30).join('\n')}`);
      } finally {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        process.stdout.write(`\n${seconds} s  ${command.slice(0, 160)}\n`);
      }
    },
    measureTime: async (what: string, aim: number, work: () => Promise<unknown>): Promise<void> => {
      const startedAt = performance.now();
      await work();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      showInSummary(`${what}: ${seconds} s, and the aim is ${aim} s`);
    },
  };
}

export const readHowTo = (name: string) =>
  readFileSync(join(checkoutFolder, `docs/how-to/${name}.md`), 'utf8');

/** `I want to …` and the command of each line of the table in a how-to. */
export const linesOfHowTo = (name: string) =>
  [...readHowTo(name).matchAll(/^\| ([^|]+) \| `((?:docker|kubectl) [^`]+)`.* \|$/gm)].map(
    ([, aim = '', command = '']) => ({ aim, command: command.replaceAll(String.raw`\|`, '|') }),
  );
