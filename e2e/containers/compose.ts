import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv, promisify } from 'node:util';
import { checkoutFolder, freeStackPorts } from '@kinmel/tooling/stack';
import { showInSummary } from '../support/summary.ts';

/** Name of the test's containers, volumes and images: a shop of the same checkout may run beside them. */
const project = 'kinmel-test';

const maxBuffer = 512 * 1024 * 1024;

/** What is read of `docker inspect`. */
export interface Container {
  readonly State: { readonly Status: string; readonly Health?: { readonly Status: string } };
  readonly Config: { readonly User: string; readonly Labels: Readonly<Record<string, string>> };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
    readonly Memory: number;
    readonly NanoCpus: number;
  };
}

/** What is read of a service in `docker compose config`. */
export interface ComposeService {
  readonly build?: object;
  readonly restart: string;
  readonly deploy: { readonly resources: { readonly limits: { cpus: number | string; memory: string } } };
}

/** The files of the checkout in a folder of their own, as in a fresh clone: with an `.env` of their own, and free to be changed. */
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

/** `COMPOSE_FILE` with files of this machine, as the copy names them. */
function composeFiles(folder: string): NodeJS.ProcessEnv {
  const { COMPOSE_FILE } = process.env;
  if (!COMPOSE_FILE) return {};
  const files = COMPOSE_FILE.split(':').map((file) =>
    existsSync(join(folder, file)) ? file : resolve(checkoutFolder, file),
  );
  return { COMPOSE_FILE: files.join(':') };
}

/** The shop in containers, and commands as somebody types them in the folder of a clone. */
export async function composeShop() {
  const folder = await copyOfCheckout();
  const ports = await freeStackPorts();
  const { SHOP_PORT = String(ports.gateway), MAIL_PORT = String(ports.mailPage) } = process.env;
  const env = { ...process.env, ...composeFiles(folder), COMPOSE_PROJECT_NAME: project };

  /** Resolves with its output; its name and duration are in the log of the run. */
  async function shell(command: string): Promise<string> {
    const began = performance.now();
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} 2>&1`], {
        cwd: folder,
        env,
        maxBuffer,
      });
      return stdout;
    } catch (error) {
      const { stdout = '' } = error as { stdout?: string };
      throw new Error(`${command}\n${stdout.split('\n').slice(-30).join('\n')}`);
    } finally {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`\n${seconds} s  ${command.slice(0, 160)}\n`);
    }
  }
  /** Its duration is in the summary of the run, beside the aim: a busy machine is no fault of the shop. */
  async function timed(what: string, aimSeconds: number, work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    showInSummary(`${what}: ${seconds} s, and the aim is ${aimSeconds} s`);
  }
  const json = async <Answer>(command: string): Promise<Answer> => JSON.parse(await shell(command));

  await shell('sh deploy/docker/make-env.sh');
  const shopUrl = `http://localhost:${SHOP_PORT}`;
  appendFileSync(
    join(folder, '.env'),
    `SHOP_PORT=${SHOP_PORT}\nMAIL_PORT=${MAIL_PORT}\nSHOP_URL=${shopUrl}\n`,
  );
  // What a run that was killed left.
  await shell('docker compose down --volumes --remove-orphans');

  const ends: string[] = [];
  // As it happens: Docker remembers only some hundred events, most of them health checks.
  const service = '{{index .Actor.Attributes "com.docker.compose.service"}}';
  const format = `${service} {{index .Actor.Attributes "exitCode"}}`;
  const label = `label=com.docker.compose.project=${project}`;
  const events = spawn('docker', ['events', '--filter', 'event=die', '--filter', label, '--format', format]);
  createInterface({ input: events.stdout }).on('line', (line) => ends.push(line));

  return {
    shopUrl,
    mailUrl: `http://localhost:${MAIL_PORT}`,
    folder,
    shell,
    timed,
    /** The generated `.env`. */
    secrets: parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Readonly<Record<string, string>>,
    /** `<service> <exit code>` of each container that has ended. */
    ends: ends as readonly string[],
    config: async () =>
      (await json<{ services: Record<string, ComposeService> }>('docker compose config --format json'))
        .services,
    containers: () => json<Container[]>('docker inspect $(docker compose ps --all --quiet)'),
    logs: () => shell('docker compose logs --no-color'),
    volumes: () => shell(`docker volume ls --quiet --filter ${label}`),
    async close(): Promise<void> {
      // Of a failed run; the last step has removed all containers.
      writeFileSync(join(dirname(folder), 'compose.log'), await shell('docker compose logs --no-color'));
      await shell('docker compose down --volumes --remove-orphans --rmi local');
      events.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ComposeShop = Awaited<ReturnType<typeof composeShop>>;
