import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { instanceName } from '../instances.ts';
import { memberPorts } from '../processes/ports.ts';
import { waitUntilReady } from '../processes/wait.ts';
import { findRabbitmq, type RabbitmqBinary } from './rabbitmq-binary.ts';
import { assertMembers, countMembers, grouped, memberPath, runServer, startAll } from './running-server.ts';

/** RabbitMQ started here, or an external one with empty `pids`. */
export type Broker = Awaited<ReturnType<typeof startBroker>>;

/** The ports of a broker, derived from the first: AMQP and Erlang's distribution of each node, and its port mapper. */
export function brokerPorts(port: number, replicas = 1) {
  const nodes = memberPorts(port, replicas);
  return {
    nodes,
    distribution: nodes.map((node) => node + (port > 45_000 ? -20_000 : 20_000)),
    epmd: port + 1_000,
  };
}

export const brokerUrl = (port: number): string => `amqp://guest:guest@127.0.0.1:${port}`;

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

const nodeName = (index: number): string => `${instanceName('kinmel', index)}@localhost`;

/** Configuration that keeps a node's files in its folder and its ports on the loopback address. */
function writeConfiguration(options: BrokerPlace, index: number): NodeJS.ProcessEnv {
  const { folder, definitions } = options;
  const nodeFolder = memberPath(folder, index);
  // Configuration of a node in a cluster, with the secret that its nodes share.
  const home = join(folder, 'home');
  for (const path of [home, join(nodeFolder, 'mnesia'), join(nodeFolder, 'log')])
    mkdirSync(path, { recursive: true });
  const file = (name: string, content: string) => {
    const path = join(nodeFolder, name);
    writeFileSync(path, content);
    return path;
  };
  const { nodes, distribution, epmd } = brokerPorts(options.port, options.replicas);
  const port = nodes[index];
  const cluster = [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...nodes.map((_, node) => `cluster_formation.classic_config.nodes.${node + 1} = ${nodeName(node)}`),
    'cluster_partition_handling = pause_minority',
  ];
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    RABBITMQ_CONF_ENV_FILE: file('env.conf', ''),
    RABBITMQ_CONFIG_FILE: file(
      'rabbitmq.conf',
      [
        `listeners.tcp.local = 127.0.0.1:${port}`,
        'vm_memory_high_watermark.absolute = 512MB',
        'disk_free_limit.absolute = 200MB',
        'log.file.level = warning',
        ...(nodes.length > 1 ? cluster : []),
        ...(definitions === undefined ? [] : [`load_definitions = ${file('definitions.json', definitions)}`]),
        '',
      ].join('\n'),
    ),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins', '[].\n'),
    RABBITMQ_NODENAME: nodeName(index),
    RABBITMQ_MNESIA_BASE: join(nodeFolder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(nodeFolder, 'log'),
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution[index]),
    ERL_CRASH_DUMP_SECONDS: '0',
    // Makes the start script exec the broker, so that the pid is the broker's.
    RUNNING_UNDER_SYSTEMD: 'true',
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    // A frozen node would be noticed after the default of 60 s, while clients of the others get no events.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-start_epmd false -kernel inet_dist_use_interface {127,0,0,1} -kernel net_ticktime 15',
  };
}

/** The port mapper of an installed server; RabbitMQ would otherwise start its own, which outlives it. */
function startPortMapper({ epmd }: RabbitmqBinary, { port: firstPort, logFile }: BrokerPlace) {
  const port = String(brokerPorts(firstPort).epmd);
  const args = ['-port', port, '-address', '127.0.0.1', '-relaxed_command_check'];
  return runServer(async (run) => {
    await run({ name: 'epmd', command: epmd, args, env: { PATH: process.env.PATH }, logFile });
  }, 20_000);
}

function startNode(binary: RabbitmqBinary | { docker: true }, options: BrokerPlace, index: number) {
  const port = options.port + index;
  const container = `kinmel-rabbitmq-${port}`;
  const name = 'RabbitMQ';
  const logFile = memberPath(options.logFile, index);
  return runServer(async (run) => {
    const child = await run(
      'docker' in binary
        ? {
            name,
            command: 'docker',
            args: `run --rm --name ${container} --hostname ${container} -p 127.0.0.1:${port}:5672 -v ${container}:/var/lib/rabbitmq rabbitmq:4`.split(
              ' ',
            ),
            logFile,
          }
        : {
            name,
            command: binary.server,
            args: [],
            env: writeConfiguration(options, index),
            cwd: memberPath(options.folder, index),
            logFile,
          },
    );
    const limits = { withinMs: startLimitMs, everyMs: 100 };
    await waitUntilReady({ name, child }, () => speaksAmqp(port), limits);
  }, 20_000);
}

interface BrokerPlace {
  /** AMQP; further nodes have the ports after it. */
  port: number;
  /** Nodes of the cluster. By default as many as its data is of, or 1. */
  replicas?: number;
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
  const replicas = options.replicas ?? Math.max(1, countMembers(folder));
  if (env.AMQP_URL) return Object.assign(grouped([]), { members: [], url: env.AMQP_URL, source: 'AMQP_URL' });
  const binary = await findRabbitmq(onProgress);
  const inContainer = 'docker' in binary;
  if (inContainer && replicas > 1)
    throw new Error('--replicas needs a RabbitMQ on this machine: in docker there is one node.');
  assertMembers(folder, replicas);
  const isNew = !existsSync(folder);
  onProgress('starting');
  const indexes = [...Array(replicas).keys()];
  for (const index of indexes) mkdirSync(memberPath(folder, index), { recursive: true });
  const [startFirst, ...startOthers] = indexes.map(
    (index) => () => startNode(binary, { ...options, replicas }, index),
  );
  if (startFirst === undefined) throw new Error('No node of RabbitMQ was to start');
  const processes = await startAll([
    inContainer ? [] : [() => startPortMapper(binary, options)],
    // The other nodes join a new first node; in an existing cluster, each waits for the others.
    ...(isNew ? [[startFirst], startOthers] : [[startFirst, ...startOthers]]),
  ]);
  const members = processes.slice(-replicas);
  return Object.assign(grouped([processes.slice(0, -replicas), members]), {
    members,
    url: brokerUrl(port),
    source: inContainer ? 'rabbitmq:4 in docker' : binary.source,
  });
}

export const brokerFolder = (stateFolder: string) => join(stateFolder, 'data', 'rabbitmq');
