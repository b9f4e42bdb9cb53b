import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall, canAptInstall } from './debian-packages.ts';
import { dockerEngine, firstThatWorks } from './first-that-works.ts';
import { findOnPath } from './mongod-binary.ts';

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

/** Installs a server if that is possible, and finds it. */
async function afterInstall(isPossible: boolean, hint: string, install: () => Promise<unknown>) {
  if (!isPossible) throw new Error(`not possible here${hint}`);
  await install();
  return findInstalled();
}

/** An installed RabbitMQ, else one installed by apt-get (as root) or brew, else docker. */
export function findRabbitmq(
  onProgress: (text: string) => void = () => {},
): Promise<RabbitmqBinary | { docker: true }> {
  const isMac = process.platform === 'darwin';
  const notFoundText = 'done, but no server was found afterwards';
  const fix = isMac
    ? 'brew install rabbitmq'
    : 'sudo apt-get install --no-install-recommends rabbitmq-server';
  return firstThatWorks<RabbitmqBinary | { docker: true }>(
    'A RabbitMQ server',
    [
      ['an installed RabbitMQ', findInstalled],
      [
        'apt-get install rabbitmq-server',
        async () =>
          afterInstall(canAptInstall(), ' (needs root on Debian or Ubuntu)', () =>
            aptInstall(['rabbitmq-server'], onProgress),
          ),
        notFoundText,
      ],
      [
        'brew install rabbitmq',
        () =>
          afterInstall(isMac && findOnPath('brew') !== undefined, '', () => {
            onProgress('brew install rabbitmq');
            return run('brew', ['install', 'rabbitmq'], { timeout: 900_000 });
          }),
        notFoundText,
      ],
      dockerEngine,
    ],
    `${fix}\n(or set AMQP_URL to a RabbitMQ that runs already)`,
  );
}
