import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall, canAptInstall } from './debian-packages.ts';
import { dockerRuns, findOnPath, NotFoundAnywhere } from './mongod-binary.ts';

const run = promisify(execFile);

/** RabbitMQ's own server script (not a distribution's wrapper that requires a certain user) and Erlang's epmd. */
export interface RabbitmqBinary {
  server: string;
  epmd: string;
  source: string;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const serverPaths = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
  '/opt/rabbitmq/sbin/rabbitmq-server',
];

async function findEpmd(): Promise<string | undefined> {
  const onPath = await findOnPath('epmd');
  if (onPath !== undefined) return onPath;
  for (const erlang of [
    '/usr/lib/erlang',
    '/opt/homebrew/opt/erlang/lib/erlang',
    '/usr/local/opt/erlang/lib/erlang',
  ]) {
    const folders = await readdir(erlang).catch(() => []);
    const runtime = folders.find((name) => name.startsWith('erts-'));
    if (runtime !== undefined) return join(erlang, runtime, 'bin', 'epmd');
  }
  return undefined;
}

async function findInstalled(): Promise<RabbitmqBinary | undefined> {
  const epmd = await findEpmd();
  if (epmd === undefined) return undefined;
  for (const server of serverPaths) {
    if (await exists(server)) return { server, epmd, source: `installed RabbitMQ (${server})` };
  }
  return undefined;
}

/** An installed RabbitMQ, else one installed by apt-get (as root) or brew, else docker. */
export async function findRabbitmq(
  onProgress: (text: string) => void = () => {},
): Promise<RabbitmqBinary | { docker: true }> {
  const tried: string[] = [];
  const installed = await findInstalled();
  if (installed !== undefined) return installed;
  tried.push('an installed RabbitMQ: none');

  const installers: [string, boolean, () => Promise<unknown>][] = [
    [
      'apt-get install rabbitmq-server',
      await canAptInstall(),
      () => aptInstall(['rabbitmq-server'], onProgress),
    ],
    [
      'brew install rabbitmq',
      process.platform === 'darwin' && (await findOnPath('brew')) !== undefined,
      () => run('brew', ['install', 'rabbitmq'], { timeout: 900_000 }),
    ],
  ];
  for (const [name, isPossible, install] of installers) {
    if (!isPossible) {
      tried.push(
        `${name}: not possible here${name.startsWith('apt') ? ' (needs root on Debian or Ubuntu)' : ''}`,
      );
      continue;
    }
    onProgress(name);
    try {
      await install();
      const now = await findInstalled();
      if (now !== undefined) return now;
      tried.push(`${name}: done, but no server was found afterwards`);
    } catch (error) {
      tried.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (dockerRuns()) return { docker: true };
  tried.push('docker: no engine answers');
  const fix =
    process.platform === 'darwin'
      ? 'brew install rabbitmq'
      : 'sudo apt-get install --no-install-recommends rabbitmq-server';
  throw new NotFoundAnywhere(
    'A RabbitMQ server',
    tried,
    `${fix}\n(or set AMQP_URL to a RabbitMQ that runs already)`,
  );
}
