import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { checkoutFolder, freeStackPorts } from '@kinmel/tooling/stack';
import { type ContainerShop, openClone } from '../support/containers/container-shop.ts';

/** Name of the test's containers, volumes and images: a shop of the same checkout may run beside them. */
const project = 'kinmel-test';

/** The fields that tests read from `docker inspect`. */
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

/** The fields that tests read from a service in `docker compose config`. */
export interface ComposeService {
  readonly build?: object;
  readonly restart: string;
  readonly deploy: { readonly resources: { readonly limits: { cpus: number | string; memory: string } } };
}

/** `COMPOSE_FILE` with paths that are valid in the clone; files that the clone lacks are taken from the checkout. */
function composeFiles(folder: string): NodeJS.ProcessEnv {
  const { COMPOSE_FILE } = process.env;
  if (!COMPOSE_FILE) return {};
  const files = COMPOSE_FILE.split(':').map((file) =>
    existsSync(join(folder, file)) ? file : resolve(checkoutFolder, file),
  );
  return { COMPOSE_FILE: files.join(':') };
}

/** Prepares a clone of the shop to run under Docker Compose. */
export async function composeShop() {
  const { folder, shell, measureTime } = await openClone((clone) => ({
    ...composeFiles(clone),
    COMPOSE_PROJECT_NAME: project,
  }));
  const ports = await freeStackPorts();
  const { SHOP_PORT = String(ports.gateway), MAIL_PORT = String(ports.mailPage) } = process.env;
  const json = async <Answer>(command: string): Promise<Answer> => JSON.parse(await shell(command));

  await shell('sh deploy/docker/make-env.sh');
  const shopUrl = `http://localhost:${SHOP_PORT}`;
  appendFileSync(
    join(folder, '.env'),
    `SHOP_PORT=${SHOP_PORT}\nMAIL_PORT=${MAIL_PORT}\nSHOP_URL=${shopUrl}\n`,
  );
  // Left over from a killed run.
  await shell('docker compose --profile by-hand down --volumes --remove-orphans');

  const exits: string[] = [];
  // Followed live: Docker stores only a few hundred events, most of them health checks.
  const service = '{{index .Actor.Attributes "com.docker.compose.service"}}';
  const format = `${service} {{index .Actor.Attributes "exitCode"}}`;
  const label = `label=com.docker.compose.project=${project}`;
  const events = spawn('docker', ['events', '--filter', 'event=die', '--filter', label, '--format', format]);
  createInterface({ input: events.stdout }).on('line', (line) => exits.push(line));

  const logs = () => shell('docker compose logs --no-color');
  return {
    shopUrl,
    mailUrl: `http://localhost:${MAIL_PORT}`,
    folder,
    shell,
    measureTime,
    secrets: parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Readonly<Record<string, string>>,
    exits,
    logs,
    async crash(server) {
      await shell(`docker compose kill ${server}`);
      // Long enough for calls to fail, or to succeed without the server.
      await pauseFor(3_000);
      await shell(`docker compose start ${server}`);
    },
    config: async () =>
      (await json<{ services: Record<string, ComposeService> }>('docker compose config --format json'))
        .services,
    containers: () => json<Container[]>('docker inspect $(docker compose ps --all --quiet)'),
    volumes: () => shell(`docker volume ls --quiet --filter ${label}`),
    async close(): Promise<void> {
      // For diagnosing a failed run; after a successful one all containers are removed already.
      writeFileSync(join(dirname(folder), 'compose.log'), await logs());
      await shell('docker compose --profile by-hand down --volumes --remove-orphans --rmi local');
      events.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  } satisfies ContainerShop & Record<string, unknown>;
}

export type ComposeShop = Awaited<ReturnType<typeof composeShop>>;
