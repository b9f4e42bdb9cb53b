import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { Child } from '../processes/child-process.ts';
import { waitUntilReady } from '../processes/wait.ts';
import { findRabbitmq, type RabbitmqBinary } from './rabbitmq-binary.ts';
import { noServer, type Run, runServer } from './running-server.ts';

/** A RabbitMQ started here, or an external one with empty `pids`. */
export type Broker = Awaited<ReturnType<typeof startBroker>>;

/** Further ports of a broker, derived from its AMQP port: Erlang's distribution and its port mapper. */
export function brokerPorts(port: number): { distribution: number; epmd: number } {
  return { distribution: port + (port > 45_000 ? -20_000 : 20_000), epmd: port + 1_000 };
}

const startLimitMs = 90_000;

/** True when the server on the port answers the AMQP 0-9-1 protocol header. */
export function speaksAmqp(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(2_000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
    socket.once('connect', () => socket.write(Buffer.from('AMQP\u0000\u0000\u0009\u0001', 'latin1')));
    socket.once('data', () => answer(true));
  });
}

/** Configuration that keeps the broker's files in its folder and its ports on the loopback address. */
function writeConfiguration(folder: string, port: number, definitions?: string): NodeJS.ProcessEnv {
  for (const name of ['home', 'mnesia', 'log']) mkdirSync(join(folder, name), { recursive: true });
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const { distribution, epmd } = brokerPorts(port);
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: join(folder, 'home'),
    RABBITMQ_CONF_ENV_FILE: file('env.conf', ''),
    RABBITMQ_CONFIG_FILE: file(
      'rabbitmq.conf',
      [
        `listeners.tcp.local = 127.0.0.1:${port}`,
        'vm_memory_high_watermark.absolute = 512MB',
        'disk_free_limit.absolute = 200MB',
        'log.file.level = warning',
        ...(definitions === undefined ? [] : [`load_definitions = ${file('definitions.json', definitions)}`]),
        '',
      ].join('\n'),
    ),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins', '[].\n'),
    RABBITMQ_NODENAME: 'kinmel@localhost',
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_CRASH_DUMP_SECONDS: '0',
    // Makes the start script exec the broker, so that the pid is the broker's.
    RUNNING_UNDER_SYSTEMD: 'true',
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}',
  };
}

/** An installed server with its port mapper; RabbitMQ would otherwise start its own, which outlives it. */
async function runInstalled(
  run: Run,
  { server: command, epmd }: RabbitmqBinary,
  { port, folder, logFile, definitions }: BrokerPlace,
): Promise<Child> {
  const env = writeConfiguration(folder, port, definitions);
  const epmdPort = String(brokerPorts(port).epmd);
  const args = ['-port', epmdPort, '-address', '127.0.0.1', '-relaxed_command_check'];
  await run({ name: 'epmd', command: epmd, args, env, logFile });
  return run({ name: 'RabbitMQ', command, args: [], env, cwd: folder, logFile });
}

function runContainer(run: Run, { port, logFile }: BrokerPlace): Promise<Child> {
  const name = `kinmel-rabbitmq-${port}`;
  const args = `run --rm --name ${name} --hostname ${name} -p 127.0.0.1:${port}:5672 -v ${name}:/var/lib/rabbitmq rabbitmq:4`;
  return run({ name: 'RabbitMQ', command: 'docker', args: args.split(' '), logFile });
}

interface BrokerPlace {
  port: number;
  folder: string;
  logFile: string;
  /** Users and permissions in RabbitMQ's definitions format; the default is `guest`. For an installed server. */
  definitions?: string;
}

/** Starts RabbitMQ with its data in `folder`, or uses the one of AMQP_URL. */
export async function startBroker(
  options: BrokerPlace & { env?: NodeJS.ProcessEnv; onProgress?: (text: string) => void },
) {
  const { port, folder, env = process.env, onProgress = () => {} } = options;
  if (env.AMQP_URL) return { url: env.AMQP_URL, source: 'AMQP_URL', ...noServer };
  const binary = await findRabbitmq(onProgress);
  const server = await runServer(async (run) => {
    onProgress('starting');
    mkdirSync(folder, { recursive: true });
    const child = await ('docker' in binary
      ? runContainer(run, options)
      : runInstalled(run, binary, options));
    const limits = { withinMs: startLimitMs, everyMs: 100 };
    await waitUntilReady({ name: 'RabbitMQ', child }, () => speaksAmqp(port), limits);
  }, 20_000);
  return Object.assign(server, {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    source: 'docker' in binary ? 'rabbitmq:4 in docker' : binary.source,
  });
}

export const brokerFolder = (stateFolder: string) => join(stateFolder, 'data', 'rabbitmq');
