import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevServer } from '../webpack/dev/dev-server.ts';
import { keyFiles } from '../webpack/paths.ts';
import { furtherPorts, instanceName, type PartInstances, placeInstances } from './instances.ts';
import { isAlive } from './processes/child-process.ts';
import {
  assertPortsFree,
  freePort,
  freePorts,
  isPortFree,
  memberPorts,
  type PortUse,
  portOwner,
} from './processes/ports.ts';
import { waitFor } from './processes/wait.ts';
import { createConsoleReport, type Report } from './report.ts';
import { seededPeople } from './sample-data/people.ts';
import { keptSecrets } from './secrets.ts';
import { drainWaitMs, noticeMs, startBalancer } from './servers/balancer.ts';
import { type Broker, brokerFolder, brokerPorts, brokerUrl, startBroker } from './servers/broker.ts';
import { type Database, databaseFolder, startDatabase } from './servers/database.ts';
import { type MailCatcher, startMailCatcher } from './servers/mail-catcher.ts';
import { findHaproxy } from './servers/optional-binaries.ts';
import { type PaymentProvider, startPaymentProvider, usesSandbox } from './servers/payment-provider.ts';
import type { RunningServer } from './servers/running-server.ts';
import { bundleFlags, compiledFolder, serviceBundle } from './services/service-build.ts';
import {
  gatewayEnvironment,
  privateFolders,
  renderEnvironment,
  renderPermissions,
  type StackParts,
  serviceEnvironment,
  shopUrl,
} from './services/service-environment.ts';
import { type ServiceProcess, serviceProcess } from './services/service-process.ts';
import {
  gateway,
  render,
  type ServicePart,
  type StackPorts,
  services,
  stackPorts,
} from './services/services.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack-folders.ts';
import { type RunningTask, startTask, type Task } from './tasks/tasks.ts';
import { watchedRemotes } from './web/web-build.ts';

export { checkoutFolder, defaultStateFolder, type StackFolders, stackFolders } from './stack-folders.ts';
export { keyFiles };

export interface StackOptions {
  /** Data, uploads, remotes, registry and logs; each stack needs its own. Default `.kinmel`. */
  stateFolder?: string;
  ports?: StackPorts;
  /** Deletes data, uploads and registry first. */
  fresh?: boolean;
  /**
   * `true` also seeds a filled database, `false` never; default: only an empty one. `products` is the total number, the
   * rest is generated.
   */
  seed?: boolean | { products: number };
  /** Instances of each service and of the render process, with two gateways, behind a balancer. Default 1. */
  instances?: number;
  /** Nodes of the database and of the broker; an odd number. Default 1. */
  replicas?: number;
  /** Allows benchmarks to delay commands of the database (`configureFailPoint`). Default false. */
  databaseTestCommands?: boolean;
  /** `false` uses the existing builds. */
  build?: boolean;
  /** Runs services from source and restarts them on changes; open pages take over changes of the listed remotes, or of all. */
  watch?: boolean | string[];
  /** Restarts crashed services. Default true; tests that kill services disable it. */
  keepAlive?: boolean;
  /** Additional environment of all services and the gateway. */
  env?: NodeJS.ProcessEnv;
  /** Faults that are switched on in the services (`planted` of service-kit), which then run as a test, not as production. */
  planted?: string | undefined;
  log?: Report;
  /** Checked between the steps of the start; true ends it and stops what runs. */
  isCancelled?: () => boolean;
}

/**
 * A whole shop on this machine. Its parts are `database`, `broker`, `mail`, `payments`, `gateway`, `render` and the
 * services.
 */
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Free ports for a stack beside others, including the further ports of the broker. */
export async function freeStackPorts(): Promise<StackPorts> {
  const [front = 0, mongodb = 0, smtp = 0, mailPage = 0, paymentSandbox = 0, drawing = 0, ...rest] =
    await freePorts(6 + services.length);
  const rabbitmq = await waitFor(
    async () => {
      // All below the range of outgoing connections (32768 and up on Linux).
      const port = 10_000 + ((await freePort()) % 2_700);
      const all = Object.values(brokerPorts(port)).flat();
      const free = await Promise.all(all.map((candidate) => isPortFree(candidate)));
      return free.every(Boolean) ? port : undefined;
    },
    { withinMs: 10_000, failure: () => 'No free ports for RabbitMQ' },
  );
  return {
    gateway: front,
    mongodb,
    rabbitmq,
    smtp,
    mailPage,
    paymentSandbox,
    render: drawing,
    services: Object.fromEntries(services.map(({ name }, index) => [name, rest[index] ?? 0])),
  };
}

/** The first port of the broker. Behind a balancer, the balancer has the usual port. */
const brokerPort = (ports: StackPorts, replicas: number, isBalanced: boolean): number =>
  ports.rabbitmq + (replicas > 1 && isBalanced ? 1 : 0);

/** The ports that a start needs, except those of external servers. */
export function portUses(
  ports: StackPorts,
  env: NodeJS.ProcessEnv,
  { replicas = 1, isBalanced = false } = {},
): PortUse[] {
  const ofBroker = brokerPorts(brokerPort(ports, replicas, isBalanced), replicas);
  const ofProcesses = [...services, render].map(
    ({ name, portVariable }) => [name, ports.services[name] ?? ports.render, portVariable, true] as const,
  );
  const uses: readonly (readonly [part: string, port: number, variable: string, isNeeded: boolean])[] = [
    ['the shop (gateway)', ports.gateway, gateway.portVariable, true],
    ...ofProcesses,
    ...memberPorts(ports.mongodb, replicas).map(
      (port) => ['MongoDB', port, 'MONGODB_PORT', !env.MONGODB_URI] as const,
    ),
    ...[...new Set([ports.rabbitmq, ...ofBroker.nodes])].map(
      (port) => ['RabbitMQ', port, 'RABBITMQ_PORT', !env.AMQP_URL] as const,
    ),
    ['RabbitMQ (port mapper)', ofBroker.epmd, 'RABBITMQ_PORT', !env.AMQP_URL],
    ...ofBroker.distribution.map(
      (port) => ['RabbitMQ (distribution)', port, 'RABBITMQ_PORT', !env.AMQP_URL] as const,
    ),
    ['the mail catcher', ports.smtp, 'SMTP_PORT', !env.SMTP_URL],
    ['the page of the mail catcher', ports.mailPage, 'MAIL_PAGE_PORT', !env.SMTP_URL],
    ['the payment sandbox', ports.paymentSandbox, 'PAYMENT_SANDBOX_PORT', usesSandbox(env)],
  ];
  return uses.filter((use) => use[3]).map(([part, port, variable]) => ({ part, port, variable }));
}

const metricsVariable = 'GATEWAY_METRICS_PORT';

/** Each gateway has a port for its metrics, counted from the configured one. */
const metricsPorts = (env: NodeJS.ProcessEnv, gateways: number): number[] =>
  memberPorts(Number(env[metricsVariable] || Number.NaN), gateways).filter(Number.isInteger);

/** Children of a launcher that was just killed take some seconds to end; waits for those of this state folder only. */
async function waitForOwnLeftovers(uses: PortUse[], state: string): Promise<void> {
  await waitFor(
    async () => {
      const owners = await Promise.all(uses.map(({ port }) => portOwner(port)));
      return owners.some((owner) => owner?.command.includes(state)) ? undefined : true;
    },
    { withinMs: 15_000, everyMs: 250, failure: () => '' },
  ).catch(() => {});
}

const runningFile = 'running.json';

/** The shop that runs on this state folder. A record whose process has ended is ignored. */
export function runningShop(stateFolder: string): { pid: number; shop: string } | undefined {
  const mark = join(stateFolder, runningFile);
  const text = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  const owner: { pid: number; shop: string } | undefined = text === '' ? undefined : JSON.parse(text);
  return owner !== undefined && isAlive(owner.pid) ? owner : undefined;
}

/** Locks the state folder for one stack: two servers on the same files fail with obscure errors. */
function claimStateFolder(stateFolder: string, shop: string): () => void {
  mkdirSync(stateFolder, { recursive: true });
  const mark = join(stateFolder, runningFile);
  const owner = runningShop(stateFolder);
  if (owner !== undefined && owner.pid !== process.pid) {
    throw new Error(
      `A shop runs on the data of this clone already (process ${owner.pid}, ${owner.shop}), so nothing was started.\n\n` +
        `Stop it (kill ${owner.pid}), or start from a second clone: npm start -- --port-offset 100`,
    );
  }
  writeFileSync(mark, JSON.stringify({ pid: process.pid, shop }));
  return () => rmSync(mark, { force: true });
}

function emptyLogs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'install.log') rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The servers other than the services. */
interface Servers {
  database: Database;
  broker: Broker;
  mail: MailCatcher;
  payments: PaymentProvider;
}

/** A start in progress: its options, and what is running so far. */
type Start = Awaited<ReturnType<typeof prepareStart>>;

/** Checks ports and folder, and locks the folder, before anything is started. */
async function prepareStart(options: StackOptions) {
  const { stateFolder = defaultStateFolder, watch = false } = options;
  const ports = options.ports ?? stackPorts();
  const folders = stackFolders(stateFolder);
  const count = options.instances ?? 1;
  const env: NodeJS.ProcessEnv = {
    ...(count > 1 ? { DRAIN_WAIT_MS: String(drainWaitMs) } : {}),
    ...process.env,
    ...options.env,
  };
  const replicas = options.replicas ?? 1;
  const isCluster = replicas > 1 && !env.AMQP_URL;
  const haproxy = count > 1 || isCluster ? await findHaproxy() : undefined;
  const isBalanced = haproxy !== undefined && count > 1;
  const further = count > 1 ? await furtherPorts((services.length + 2) * count) : [];
  const places = placeInstances(ports, { count, isBalanced, further });
  const gateways = places.find(({ part }) => part === gateway)?.instances.length ?? 1;
  const uses = [
    ...portUses(ports, env, { replicas, isBalanced: haproxy !== undefined }),
    ...metricsPorts(env, gateways).map((port) => ({
      part: 'the metrics of the gateway',
      port,
      variable: metricsVariable,
    })),
  ];
  const isDevelopment = watch !== false;
  const watched = isDevelopment
    ? await watchedRemotes(checkoutFolder, Array.isArray(watch) ? watch : undefined)
    : [];
  await waitForOwnLeftovers(uses, stateFolder);
  await assertPortsFree(uses);
  const releaseStateFolder = claimStateFolder(stateFolder, shopUrl(ports));
  emptyLogs(folders.logs);
  if (options.fresh) {
    const { state, build: _build, logs: _logs, ...data } = folders;
    for (const path of [...Object.values(data), join(state, 'deployed.json')])
      rmSync(path, { recursive: true, force: true });
  }
  const servers: Partial<Servers> & { development?: DevServer; balancer?: RunningServer } = {};
  return {
    haproxy,
    isBalanced,
    replicas,
    isCluster,
    places,
    options,
    ports,
    folders,
    env,
    isDevelopment,
    planted: options.planted,
    mode: isDevelopment ? 'development' : options.planted === undefined ? 'production' : 'test',
    watched,
    releaseStateFolder,
    report: options.log ?? createConsoleReport(),
    secrets: keptSecrets(stateFolder),
    log: (name: string) => join(folders.logs, `${name}.log`),
    servers,
    processes: new Map<string, ServiceProcess>(),
    tasks: new Set<RunningTask>(),
    isStopping: false,
  };
}

/** Stops everything that runs, in the reverse order of a start. */
async function stopStack(start: Start): Promise<void> {
  const { servers, tasks, processes } = start;
  start.isStopping = true;
  await servers.development?.stop();
  await Promise.all([...tasks].map((task) => task.stop()));
  // The public address first, so that no new requests arrive while the services finish theirs.
  const fronts = [...processes].filter(([name]) => name.startsWith(gateway.name));
  await Promise.all(fronts.map(([, front]) => front.stop()));
  await Promise.all([...processes.values()].map((part) => part.stop()));
  await servers.balancer?.stop();
  await servers.mail?.process.stop();
  await servers.payments?.process.stop();
  await servers.broker?.stop();
  await servers.database?.stop();
  start.releaseStateFolder();
}

async function runTask({ report, env, log, tasks, options }: Start, task: Task): Promise<void> {
  const running = await startTask(task, { report, env, logFile: log(`task-${task.name}`) });
  tasks.add(running);
  // Builds stop between two targets; a seed is completed, so that no database is half filled.
  const watch = setInterval(() => {
    if (task.name === 'build' && options.isCancelled?.()) void running.stop();
  }, 250);
  await running.ended.finally(() => {
    clearInterval(watch);
    tasks.delete(running);
  });
}

/** Not Promise.all: when one fails, the others must be known before they can be stopped. */
async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}

async function startDatabaseWithData(start: Start): Promise<void> {
  const { report, ports, folders, env, log, options, secrets, servers } = start;
  const database = await report.step('MongoDB', async (update) => {
    const started = await startDatabase({
      port: ports.mongodb,
      replicas: start.replicas,
      testCommands: options.databaseTestCommands,
      dataFolder: databaseFolder(folders.state),
      toolsFolder: join(defaultStateFolder, 'tools'),
      logFile: log('mongodb'),
      env,
      onProgress: update,
    });
    update(started.source);
    return started;
  });
  servers.database = database;
  if (options.seed === false) return;
  // Seeds before any service runs, so that search indexes are built once.
  mkdirSync(folders.uploads, { recursive: true });
  await runTask(start, {
    name: 'seed',
    options: {
      mongodbUri: database.uri,
      databasePrefix: env.MONGODB_DB_PREFIX,
      uploadsFolder: folders.uploads,
      when: options.seed === true ? 'always' : 'empty',
      products: typeof options.seed === 'object' ? options.seed.products : undefined,
      isPicturesLater: true,
      shared: { ...secrets, ...privateFolders(folders) },
    },
  });
}

/** The database with its data, the broker, the mail catcher and the payment sandbox. */
async function startServers(start: Start): Promise<void> {
  const { report, ports, folders, env, log, secrets, servers, replicas, haproxy } = start;
  await allDone([
    startDatabaseWithData(start),
    report.step('RabbitMQ', async (update) => {
      servers.broker = await startBroker({
        port: brokerPort(ports, replicas, haproxy !== undefined),
        replicas,
        folder: brokerFolder(folders.state),
        logFile: log('rabbitmq'),
        env,
        onProgress: update,
      });
      update(servers.broker.source);
    }),
    report.step('Mail', async (update) => {
      servers.mail = await startMailCatcher({
        smtpPort: ports.smtp,
        pagePort: ports.mailPage,
        folder: folders.mails,
        logFile: log('mail'),
        env,
      });
      update(servers.mail.pageUrl || 'SMTP_URL');
    }),
    report.step('Card payments', async (update) => {
      servers.payments = await startPaymentProvider({
        port: ports.paymentSandbox,
        shopPort: ports.gateway,
        folder: folders.payments,
        secrets,
        logFile: log('payments'),
        env,
      });
      update(servers.payments.sandboxUrl ?? 'STRIPE_SECRET_KEY');
    }),
  ]);
}

/** The address of the only broker, or of the balancer in front of several. */
const amqpUrlOf = ({ env, ports }: Start): string => env.AMQP_URL || brokerUrl(ports.rabbitmq);

/** A process of a part, from its bundle or, in development, from its sources. */
function prepareProcess(
  { isDevelopment, folders, report, options, processes, log }: Start,
  { part, index, port }: { part: ServicePart; index: number; port: number },
  environment: NodeJS.ProcessEnv,
): ServiceProcess {
  const name = instanceName(part.name, index);
  const fromBuild = (buildFolder: string) => ({
    args: [
      ...bundleFlags,
      ...(part === render
        ? renderPermissions(join(buildFolder, part.name), folders.remotes, folders.shell)
        : []),
      serviceBundle(buildFolder, part.name),
    ],
    env: { ...environment, NODE_COMPILE_CACHE: compiledFolder(buildFolder, part.name) },
  });
  const fromSource = () => ({
    args: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      new URL('./services/tsx-hook.mjs', import.meta.url).href,
      '--watch',
      '--watch-preserve-output',
      join(part.folder, 'src/main.ts'),
    ],
    env: environment,
  });
  const prepared = serviceProcess({
    part,
    name,
    port,
    command: process.execPath,
    ...(isDevelopment ? fromSource() : fromBuild(folders.build)),
    fromBuild,
    cwd: checkoutFolder,
    logFile: log(name),
    report,
    keepAlive: options.keepAlive ?? true,
  });
  processes.set(name, prepared);
  return prepared;
}

/** Starts the balancer, if there is one, then the services and the render process, then the gateways. */
async function startProcesses(start: Start, parts: StackParts): Promise<ServiceProcess> {
  const { report, isDevelopment, secrets, places, haproxy: program, folders, log, servers } = start;
  const { isBalanced, replicas, isCluster, ports, env } = start;
  if (program !== undefined) {
    const balanced = isBalanced
      ? places.map((place) => ({ ...place, name: place.part.name, isFront: place.part === gateway }))
      : [];
    const { nodes } = brokerPorts(brokerPort(ports, replicas, true), replicas);
    servers.balancer = await report.step('HAProxy', () =>
      startBalancer({
        program,
        parts: balanced,
        broker: { port: ports.rabbitmq, nodes: isCluster ? nodes : [] },
        folder: join(folders.state, 'balancer'),
        logFile: log('balancer'),
      }),
    );
  }
  const begin = (part: ServiceProcess) =>
    report.step(part.name, (update) => {
      update(part.url);
      return part.start();
    });
  const prepare = ({ part, instances }: PartInstances, environment: NodeJS.ProcessEnv) =>
    instances.map((port, index) => {
      const metricsPort = part === gateway ? metricsPorts(env, instances.length)[index] : undefined;
      const own = metricsPort === undefined ? {} : { [metricsVariable]: String(metricsPort) };
      return prepareProcess(start, { part, index, port }, { ...environment, ...own });
    });
  const forServices = serviceEnvironment(parts, secrets);
  const behindGateway = places
    .filter(({ part }) => part !== gateway)
    .flatMap((place) => prepare(place, place.part === render ? renderEnvironment(parts) : forServices));
  await Promise.all(behindGateway.map(begin));
  assertWanted(start);
  const ownPorts = isDevelopment ? { instances: [await freePort()] } : {};
  const fronts = places
    .filter(({ part }) => part === gateway)
    .flatMap((place) => prepare({ ...place, ...ownPorts }, gatewayEnvironment(parts)));
  await Promise.all(fronts.map(begin));
  const [front] = fronts;
  if (front === undefined) throw new Error('No gateway was started');
  return front;
}

/** It has the public address: it serves the shell and the watched remotes, and the gateway everything else. */
const startDevelopment = ({ report, watched, env, ports, servers }: Start, front: ServiceProcess) =>
  report.step('Shell and remotes under development', async (update) => {
    update(watched.join(', '));
    const { startDevServer } = await import('../webpack/dev/dev-server.ts');
    const remotes = Object.fromEntries(watched.map((remote) => [remote, join(checkoutFolder, remote)]));
    const publicUrl = env.GATEWAY_PUBLIC_URL;
    servers.development = startDevServer({ remotes, upstream: front.url, port: ports.gateway, publicUrl });
    await servers.development.built;
  });

function assertWanted({ options }: Start): void {
  if (options.isCancelled?.()) throw new Error('The start was cancelled.');
}

/** The shop is open; the remaining picture sizes are encoded in the background. */
function encodePictures(start: Start): Promise<void> {
  const { options, folders, report } = start;
  if (options.seed === false) return Promise.resolve();
  const encoded = runTask(start, { name: 'pictures', options: { uploadsFolder: folders.uploads } });
  encoded.catch((error: unknown) => {
    if (!start.isStopping)
      report.line('pictures', error instanceof Error ? error.message : String(error), 50);
  });
  return encoded;
}

/**
 * Starts the whole shop: ports, database and broker (builds in parallel), seed, services, gateway. When a step fails,
 * everything started is stopped before the error is thrown.
 */
export async function startStack(options: StackOptions = {}) {
  const start = await prepareStart(options);
  const { folders, isDevelopment, watched } = start;
  try {
    const build: Task = { name: 'build', options: { checkoutFolder, folders, isDevelopment, watched } };
    await allDone([startServers(start), ...(options.build === false ? [] : [runTask(start, build)])]);
    assertWanted(start);
    const { database, broker, mail, payments } = start.servers;
    if (database === undefined || broker === undefined || mail === undefined || payments === undefined)
      throw new Error('database, broker, mail catcher or payment sandbox is missing');
    const parts: StackParts = {
      ...start,
      mongodbUri: database.uri,
      amqpUrl: amqpUrlOf(start),
      mail,
      payments: payments.environment,
    };
    const front = await startProcesses(start, parts);
    if (isDevelopment) await startDevelopment(start, front);
    return runningStack(start, { database, broker, mail, payments }, start.servers.balancer);
  } catch (error) {
    await stopStack(start);
    throw error;
  }
}

/** A server under its name, or each of its members under its own. */
const membersOf = (
  name: string,
  server: RunningServer & { readonly members: readonly RunningServer[] },
): (readonly [string, RunningServer])[] =>
  server.members.length > 1
    ? server.members.map((member, index) => [instanceName(name, index), member])
    : [[name, server]];

function runningStack(
  start: Start,
  { database, broker, mail, payments }: Servers,
  balancer: RunningServer | undefined,
) {
  const { processes, tasks, ports, folders, env, places } = start;
  const servers: ReadonlyMap<string, RunningServer> = new Map([
    ...membersOf('database', database),
    ...membersOf('broker', broker),
    ['mail', mail.process],
    ['payments', payments.process],
    ...(balancer === undefined ? [] : [['balancer', balancer] as const]),
  ]);
  if (start.options.keepAlive ?? true)
    for (const [name, server] of servers) server.keepAlive((text) => start.report.line(name, text, 50));
  /** The end of the last restart of each part. */
  const restarted = new Map<string, Promise<void>>();
  const partOf = (name: string) => {
    const part = servers.get(name) ?? processes.get(name);
    if (part !== undefined) return part;
    throw new Error(`No part "${name}": ${[...servers.keys(), ...processes.keys()].join(', ')}`);
  };
  return {
    urls: {
      shop: shopUrl(ports),
      services: Object.fromEntries(
        places
          .filter(({ part }) => services.includes(part))
          .map(({ part, port }) => [part.name, `http://127.0.0.1:${port}`]),
      ),
      mongodb: database.uri,
      amqp: amqpUrlOf(start),
      smtp: mail.smtpUrl,
      /** Empty with an external mail server. */
      mailPage: mail.pageUrl,
      /** Undefined when Stripe itself is used. */
      paymentSandbox: payments.sandboxUrl,
    },
    /** Accounts of the sample data. */
    people: seededPeople(env),
    /** Resolves when the sample pictures have all their sizes; until then their largest is used. */
    picturesDrawn: encodePictures(start),
    ports,
    folders,
    /** Process ids of the running parts. */
    get pids(): Record<string, number[]> {
      const list = (pid: number | undefined) => (pid === undefined ? [] : [pid]);
      return {
        ...Object.fromEntries([...servers].map(([name, { pids }]) => [name, pids])),
        tasks: [...tasks].map(({ pid }) => pid),
        ...Object.fromEntries([...processes].map(([name, { pid }]) => [name, list(pid)])),
      };
    },
    /** What a start with several instances lacks, in words. */
    instancesNote:
      (start.options.instances ?? 1) > 1 && !start.isBalanced
        ? 'HAProxy is not installed (apt-get install haproxy): there is one gateway, and the first instance of each part gets all requests.\n\n'
        : '',
    /** The state of each part: its own report, its process ids and its address. */
    status: () =>
      Promise.all([
        ...[...servers].map(async ([name, { pids }]) => ({ name, pids, state: '', url: '' })),
        ...[...processes].map(async ([name, { pid, url, readyState }]) => {
          const { ready, answer } = await readyState();
          return {
            name,
            pids: pid === undefined ? [] : [pid],
            state: ready ? 'ready' : pid === undefined ? 'stopped' : `not ready: ${answer}`,
            url,
          };
        }),
      ]),
    stop: () => stopStack(start),
    /** Freezes the part until it is restarted. */
    freeze: async (name: string): Promise<void> => partOf(name).freeze(),
    /** SIGKILL; the part stays stopped. */
    kill: (name: string): Promise<void> => partOf(name).kill(),
    /**
     * Starts a killed part, or restarts a running one; resolves when it is ready. Additional environment of a service, and
     * the folder of other builds, are for this start only.
     */
    async restart(name: string, extra?: NodeJS.ProcessEnv, buildFolder?: string): Promise<void> {
      const part = partOf(name);
      // One after the other: the second would start a process beside that of the first.
      const work = (restarted.get(name) ?? Promise.resolve()).then(async () => {
        await part.stop();
        await part.start(extra, buildFolder);
        // Until the balancer knows that this instance is ready, another one must not stop.
        if (start.isBalanced && processes.has(name)) await pause(noticeMs);
      });
      restarted.set(
        name,
        work.catch(() => {}),
      );
      await work;
    },
  };
}
