import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
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

const serverPaths = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
  '/opt/rabbitmq/sbin/rabbitmq-server',
];

const erlangFolders = [
  '/usr/lib/erlang',
  '/opt/homebrew/opt/erlang/lib/erlang',
  '/usr/local/opt/erlang/lib/erlang',
];

function findEpmd(): string | undefined {
  const onPath = findOnPath('epmd');
  if (onPath !== undefined) return onPath;
  return erlangFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => ({ folder, name })))
    .filter(({ name }) => name.startsWith('erts-'))
    .map(({ folder, name }) => join(folder, name, 'bin', 'epmd'))[0];
}

function findInstalled(): RabbitmqBinary | undefined {
  const epmd = findEpmd();
  const server = serverPaths.find((path) => existsSync(path));
  return epmd === undefined || server === undefined
    ? undefined
    : { server, epmd, source: `installed RabbitMQ (${server})` };
}

/** An installed RabbitMQ, else one installed by apt-get (as root) or brew, else docker. */
export async function findRabbitmq(
  onProgress: (text: string) => void = () => {},
): Promise<RabbitmqBinary | { docker: true }> {
  const tried: string[] = [];
  const installed = findInstalled();
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
      process.platform === 'darwin' && findOnPath('brew') !== undefined,
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
      const now = findInstalled();
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
