import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevServer } from '../webpack/dev/dev-server.ts';
import { keyFiles } from '../webpack/paths.ts';
import { isAlive } from './processes/child-process.ts';
import {
  assertPortsFree,
  freePort,
  freePorts,
  isPortFree,
  type PortUse,
  portOwner,
} from './processes/ports.ts';
import { waitFor } from './processes/wait.ts';
import { createConsoleReport, type Report } from './report.ts';
import { seededPeople } from './sample-data/people.ts';
import { keptSecrets } from './secrets.ts';
import { type Broker, brokerFolder, brokerPorts, startBroker } from './servers/broker.ts';
import { type Database, databaseFolder, startDatabase } from './servers/database.ts';
import { type MailCatcher, startMailCatcher } from './servers/mail-catcher.ts';
import { type PaymentProvider, startPaymentProvider, usesSandbox } from './servers/payment-provider.ts';
import { bundleFlags, compiledFolder, serviceBundle } from './services/service-build.ts';
import {
  gatewayEnvironment,
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
import { type RunningTask, startTask, type Task } from './tasks/tasks.ts';
import { watchedRemotes } from './web/web-build.ts';

export { keyFiles };

export const checkoutFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** State of `npm start`: data, builds, remotes, logs. */
export const defaultStateFolder = join(checkoutFolder, '.kinmel');

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
  /** `false` uses the existing builds. */
  build?: boolean;
  /** Runs services from source and restarts them on changes; open pages take over changes of the listed remotes, or of all. */
  watch?: boolean | string[];
  /** Restarts crashed services. Default true; tests that kill services disable it. */
  keepAlive?: boolean;
  /** Additional environment of all services and the gateway. */
  env?: NodeJS.ProcessEnv;
  /** Additional server parameters of a database that is started here (`--setParameter`). */
  databaseParameters?: Readonly<Record<string, string>>;
  log?: Report;
  /** Checked between the steps of the start; true ends it and stops what runs. */
  isCancelled?: () => boolean;
}

/**
 * A whole shop on this machine. Its parts are `database`, `broker`, `mail`, `payments`, `gateway`, `render` and the
 * services.
 */
export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackFolders = ReturnType<typeof stackFolders>;

/** Folders of a stack. Bundles of services are shared by all stacks of the checkout. */
export function stackFolders(state: string) {
  return {
    state,
    build: join(defaultStateFolder, 'build'),
    data: join(state, 'data'),
    uploads: join(state, 'uploads'),
    avatars: join(state, 'avatars'),
    requestPhotos: join(state, 'request-photos'),
    devicePhotos: join(state, 'device-photos'),
    payoutProofs: join(state, 'payout-proofs'),
    authKeys: join(state, 'auth-keys'),
    mails: join(state, 'mails'),
    payments: join(state, 'payments'),
    remotes: join(state, 'remotes'),
    registry: join(state, 'registry'),
    shell: join(state, 'shell'),
    logs: join(state, 'logs'),
  };
}

/** Free ports for a stack beside others, including the further ports of the broker. */
export async function freeStackPorts(): Promise<StackPorts> {
  const [front = 0, mongodb = 0, smtp = 0, mailPage = 0, paymentSandbox = 0, drawing = 0, ...rest] =
    await freePorts(6 + services.length);
  const rabbitmq = await waitFor(
    async () => {
      // All three below the range of outgoing connections (32768 and up on Linux).
      const port = 10_000 + ((await freePort()) % 2_700);
      const { distribution, epmd } = brokerPorts(port);
      const free = await Promise.all([port, distribution, epmd].map((candidate) => isPortFree(candidate)));
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

/** The ports that a start needs; those of servers of one's own are not among them. */
export function portUses(ports: StackPorts, env: NodeJS.ProcessEnv): PortUse[] {
  const { distribution, epmd } = brokerPorts(ports.rabbitmq);
  const rabbitmq = 'RABBITMQ_PORT';
  return [
    { part: 'the shop (gateway)', port: ports.gateway, variable: gateway.portVariable },
    ...services.map(({ name, portVariable }) => ({
      part: name,
      port: ports.services[name] ?? 0,
      variable: portVariable,
    })),
    { part: render.name, port: ports.render, variable: render.portVariable },
    ...(env.MONGODB_URI ? [] : [{ part: 'MongoDB', port: ports.mongodb, variable: 'MONGODB_PORT' }]),
    ...(env.AMQP_URL
      ? []
      : [
          { part: 'RabbitMQ', port: ports.rabbitmq, variable: rabbitmq },
          { part: 'RabbitMQ (port mapper)', port: epmd, variable: rabbitmq },
          { part: 'RabbitMQ (distribution)', port: distribution, variable: rabbitmq },
        ]),
    ...(env.SMTP_URL
      ? []
      : [
          { part: 'the mail catcher', port: ports.smtp, variable: 'SMTP_PORT' },
          { part: 'the page of the mail catcher', port: ports.mailPage, variable: 'MAIL_PAGE_PORT' },
        ]),
    ...(usesSandbox(env)
      ? [{ part: 'the payment sandbox', port: ports.paymentSandbox, variable: 'PAYMENT_SANDBOX_PORT' }]
      : []),
  ];
}

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

/**
 * Starts the whole shop: ports, database and broker (builds in parallel), seed, services, gateway. When a step fails,
 * everything started is stopped before the error is thrown.
 */
export async function startStack(options: StackOptions = {}) {
  const {
    stateFolder = defaultStateFolder,
    fresh = false,
    build = true,
    watch = false,
    keepAlive = true,
  } = options;
  const report = options.log ?? createConsoleReport();
  const ports = options.ports ?? stackPorts();
  const folders = stackFolders(stateFolder);
  const env = { ...process.env, ...options.env };
  const uses = portUses(ports, env);
  const isDevelopment = watch !== false;
  const watched = isDevelopment
    ? await watchedRemotes(checkoutFolder, Array.isArray(watch) ? watch : undefined)
    : [];
  const log = (name: string) => join(folders.logs, `${name}.log`);

  await waitForOwnLeftovers(uses, stateFolder);
  await assertPortsFree(uses);
  const releaseStateFolder = claimStateFolder(stateFolder, shopUrl(ports));
  emptyLogs(folders.logs);
  if (fresh) {
    const { state, build: _build, logs: _logs, ...data } = folders;
    for (const path of [...Object.values(data), join(state, 'deployed.json')])
      rmSync(path, { recursive: true, force: true });
  }

  let database: Database | undefined;
  let broker: Broker | undefined;
  let mail: MailCatcher | undefined;
  let payments: PaymentProvider | undefined;
  const secrets = keptSecrets(stateFolder);
  let devServer: DevServer | undefined;
  const processes = new Map<string, ServiceProcess>();
  const tasks = new Set<RunningTask>();
  const runTask = async (task: Task) => {
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
  };
  const assertWanted = () => {
    if (options.isCancelled?.()) throw new Error('The start was cancelled.');
  };

  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await devServer?.stop();
    await Promise.all([...tasks].map((task) => task.stop()));
    // The public address first, so that no new requests arrive while the services finish theirs.
    await processes.get('gateway')?.stop();
    await Promise.all([...processes.values()].map((part) => part.stop()));
    await mail?.process.stop();
    await payments?.process.stop();
    await broker?.stop();
    await database?.stop();
    releaseStateFolder();
  };

  try {
    const startDatabaseWithData = async () => {
      const running = await report.step('MongoDB', async (update) => {
        const started = await startDatabase({
          port: ports.mongodb,
          dataFolder: databaseFolder(stateFolder),
          toolsFolder: join(defaultStateFolder, 'tools'),
          logFile: log('mongodb'),
          env,
          parameters: options.databaseParameters,
          onProgress: update,
        });
        update(started.source);
        return started;
      });
      database = running;
      if (options.seed === false) return;
      // Before any service runs, so that search indexes are built once.
      mkdirSync(folders.uploads, { recursive: true });
      await runTask({
        name: 'seed',
        options: {
          mongodbUri: running.uri,
          databasePrefix: env.MONGODB_DB_PREFIX,
          uploadsFolder: folders.uploads,
          when: options.seed === true ? 'always' : 'empty',
          products: typeof options.seed === 'object' ? options.seed.products : undefined,
          isPicturesLater: true,
          shared: {
            ...secrets,
            AVATARS_FOLDER: folders.avatars,
            AUTH_KEYS_FOLDER: folders.authKeys,
            REQUEST_PHOTOS_FOLDER: folders.requestPhotos,
            DEVICE_PHOTOS_FOLDER: folders.devicePhotos,
            PAYOUT_PROOFS_FOLDER: folders.payoutProofs,
          },
        },
      });
    };
    const startServers = async () => {
      // Not Promise.all: when one fails, the others must be known before they can be stopped.
      const results = await Promise.allSettled([
        startDatabaseWithData(),
        report.step('RabbitMQ', async (update) => {
          broker = await startBroker({
            port: ports.rabbitmq,
            folder: brokerFolder(stateFolder),
            logFile: log('rabbitmq'),
            env,
            onProgress: update,
          });
          update(broker.source);
        }),
        report.step('Mail', async (update) => {
          mail = await startMailCatcher({
            smtpPort: ports.smtp,
            pagePort: ports.mailPage,
            folder: folders.mails,
            logFile: log('mail'),
            env,
          });
          update(mail.pageUrl || 'SMTP_URL');
        }),
        report.step('Card payments', async (update) => {
          payments = await startPaymentProvider({
            port: ports.paymentSandbox,
            shopPort: ports.gateway,
            folder: folders.payments,
            secrets,
            logFile: log('payments'),
            env,
          });
          update(payments.sandboxUrl ?? 'STRIPE_SECRET_KEY');
        }),
      ]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    };
    const started = await Promise.allSettled([
      startServers(),
      build
        ? runTask({ name: 'build', options: { checkoutFolder, folders, isDevelopment, watched } })
        : Promise.resolve(),
    ]);
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    assertWanted();
    if (database === undefined || broker === undefined || mail === undefined || payments === undefined)
      throw new Error('database, broker, mail catcher or payment sandbox is missing');

    const parts: StackParts = {
      env,
      isDevelopment,
      ports,
      folders,
      mongodbUri: database.uri,
      amqpUrl: broker.url,
      mail,
      payments: payments.environment,
    };
    const forServices = serviceEnvironment(parts, secrets);
    const prepare = (
      part: ServicePart,
      port: number,
      environment: NodeJS.ProcessEnv,
      instance: string = part.name,
    ) => {
      const prepared = serviceProcess({
        part,
        port,
        command: process.execPath,
        args: isDevelopment
          ? [
              '--disable-warning=ExperimentalWarning',
              '--import',
              new URL('./services/tsx-hook.mjs', import.meta.url).href,
              '--watch',
              '--watch-preserve-output',
              join(part.folder, 'src/main.ts'),
            ]
          : [
              ...bundleFlags,
              ...(part === render
                ? renderPermissions(join(folders.build, part.name), folders.remotes, folders.shell)
                : []),
              serviceBundle(folders.build, part.name),
            ],
        env: isDevelopment
          ? environment
          : { ...environment, NODE_COMPILE_CACHE: compiledFolder(folders.build, part.name) },
        cwd: checkoutFolder,
        logFile: log(instance),
        report,
        keepAlive,
      });
      processes.set(instance, prepared);
      return prepared;
    };
    const behindGateway = [
      ...services.map((part) => prepare(part, ports.services[part.name] ?? part.port, forServices)),
      prepare(render, ports.render, renderEnvironment(parts)),
    ];
    await Promise.all(
      behindGateway.map((part) =>
        report.step(part.name, (update) => {
          update(part.url);
          return part.start();
        }),
      ),
    );
    assertWanted();
    const gatewayPort = isDevelopment ? await freePort() : ports.gateway;
    const front = prepare(gateway, gatewayPort, gatewayEnvironment(parts));
    await report.step('gateway', (update) => {
      update(front.url);
      return front.start();
    });
    if (isDevelopment) {
      // The public address is its own: it answers for the shell and these remotes, the gateway for all else.
      devServer = await report.step('Shell and remotes under development', async (update) => {
        update(watched.join(', '));
        const { startDevServer } = await import('../webpack/dev/dev-server.ts');
        const folderOf = (remote: string) => [remote, join(checkoutFolder, remote)];
        const remotes = Object.fromEntries(watched.map(folderOf));
        const publicUrl = env.GATEWAY_PUBLIC_URL;
        const started = startDevServer({ remotes, upstream: front.url, port: ports.gateway, publicUrl });
        await started.built;
        return started;
      });
    }
    // The shop is open; the remaining picture sizes are encoded in the background.
    const picturesDrawn =
      options.seed === false
        ? Promise.resolve()
        : runTask({ name: 'pictures', options: { uploadsFolder: folders.uploads } });
    picturesDrawn.catch((error: unknown) => {
      if (!isStopping) report.line('pictures', error instanceof Error ? error.message : String(error), 50);
    });
    const servers = { database, broker, mail: mail.process, payments: payments.process };
    const partOf = (name: string) => {
      const found = Object.hasOwn(servers, name)
        ? servers[name as keyof typeof servers]
        : processes.get(name);
      if (found !== undefined) return found;
      const known = [...Object.keys(servers), ...processes.keys()];
      throw new Error(`No part "${name}": ${known.join(', ')}`);
    };
    return {
      urls: {
        shop: shopUrl(ports),
        services: Object.fromEntries(services.map(({ name }) => [name, processes.get(name)?.url ?? ''])),
        mongodb: servers.database.uri,
        amqp: servers.broker.url,
        smtp: mail.smtpUrl,
        /** Empty with an external mail server. */
        mailPage: mail.pageUrl,
        /** Undefined when Stripe itself is used. */
        paymentSandbox: payments.sandboxUrl,
      },
      /** Accounts of the sample data. */
      people: seededPeople(env),
      /** Resolves when the sample pictures have all their sizes; until then their largest is used. */
      picturesDrawn,
      ports,
      folders,
      /** Process ids of the running parts. */
      get pids(): Record<string, number[]> {
        const list = (pid: number | undefined) => (pid === undefined ? [] : [pid]);
        return {
          database: list(servers.database.pid),
          broker: servers.broker.pids,
          mail: servers.mail.pids,
          payments: servers.payments.pids,
          tasks: [...tasks].map(({ pid }) => pid),
          ...Object.fromEntries([...processes].map(([name, { pid }]) => [name, list(pid)])),
        };
      },
      stop,
      /** SIGKILL; the part stays stopped. */
      kill: (name: string): Promise<void> => partOf(name).kill(),
      /**
       * Starts a killed part, or restarts a running one; resolves when it is ready. `extra` is additional environment of
       * a service for this start only.
       */
      async restart(name: string, extra?: NodeJS.ProcessEnv) {
        await partOf(name).stop();
        await partOf(name).start(extra);
      },
      /** Starts one more instance of a service as a part of its own (`catalog-2`). No other part knows its address. */
      async addInstance(service: string) {
        const part = services.find(({ name }) => name === service);
        if (part === undefined) throw new Error(`No service "${service}"`);
        const isInstance = (name: string) => name === service || name.startsWith(`${service}-`);
        const instance = `${service}-${[...processes.keys()].filter(isInstance).length + 1}`;
        const added = prepare(part, await freePort(), forServices, instance);
        await added.start();
        return { part: instance, url: added.url };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
