import type { RequestListener } from 'node:http';
import { catalogService } from '@kinmel/catalog/service';
import { userDeleted } from '@kinmel/contracts';
import { deviceService } from '@kinmel/device/service';
import { notificationServiceWith } from '@kinmel/notification/service';
import { offerService } from '@kinmel/offer/service';
import { orderService } from '@kinmel/order/service';
import {
  createEvent,
  createLogger,
  createMemoryBus,
  createMessaging,
  createMetrics,
  createServiceClient,
  databaseNameOf,
  type Identity,
  migrateIndexes,
  type OpenedServiceDescription,
  ProblemError,
  partUnavailable,
  type ServiceCall,
  type ServiceConfigSchema,
  saveChange,
} from '@kinmel/service-kit';
import { serviceRequestService } from '@kinmel/service-request/service';
import mongoose from 'mongoose';
import { sandboxEnvironment, sandboxKey } from '../../payment-sandbox/methods.ts';
import { startPaymentSandbox } from '../../payment-sandbox/payment-sandbox.ts';
import { amountTotal } from '../../payment-sandbox/sandbox-session.ts';
import type { PaymentFigures } from '../../payment-sandbox/wallet-payments.ts';
import { type AppRequest, callApp } from '../simulation/call-app.ts';
import {
  abandonTransactions,
  installDatabaseGate,
  passBlockedOperation,
  simulateDatabase,
  takeTouched,
} from '../simulation/database-gate.ts';
import { busOf } from '../simulation/simulated-bus.ts';
import { simulate } from '../simulation/simulated-globals.ts';
import {
  calm,
  createProcess,
  type Process,
  runAsProcess,
  type Simulation,
} from '../simulation/simulation.ts';
import { accountEmailOf, identityOf } from './tokens.ts';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const services = {
  catalog: catalogService,
  offer: offerService,
  order: orderService,
  device: deviceService,
  'service-request': serviceRequestService,
} as const;

export type ServiceName = keyof typeof services | 'notification';
export const serviceNames = [...Object.keys(services), 'notification'] as ServiceName[];

const sandboxAddress = 'http://sandbox.explorer';
const webhookAddress = 'http://shop.explorer/api/payment/webhook';
const tokenMs = 15 * 60_000;
const webhookSecret = 'whsec_of_the_explorer';
const serviceToken = 'the-token-of-the-explored-services';
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

/** The environment of all services. */
const environment = (mongodbUri: string, prefix: string, folder: string) => ({
  MONGODB_URI: mongodbUri,
  MONGODB_DB_PREFIX: prefix,
  SERVICE_TOKEN: serviceToken,
  MAIL_SEAL_KEY: key(1),
  TRACKING_KEY: key(2),
  DEVICE_KEY: key(3),
  PAYOUT_PROOFS_FOLDER: `${folder}/proofs`,
  DEVICE_PHOTOS_FOLDER: `${folder}/devices`,
  REQUEST_PHOTOS_FOLDER: `${folder}/requests`,
  UPLOADS_FOLDER: `${folder}/uploads`,
  ORDERS_PER_HOUR: '10000',
  MAILS_PER_MAILBOX_PER_HOUR: '10000',
  SELL_REQUESTS_PER_HOUR: '10000',
  RETURNS_PER_HOUR: '10000',
  ...sandboxEnvironment(sandboxAddress, webhookSecret),
});

/** Databases with their indexes and one connection for all services, reused by many seeds. */
export type Databases = Awaited<ReturnType<typeof openDatabases>>;

export async function openDatabases(mongodbUri: string, prefix: string, folder: string) {
  mongoose.set('sanitizeFilter', true);
  const root = await mongoose
    .createConnection(mongodbUri, {
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      writeConcern: { w: 1 },
      minPoolSize: 2,
    })
    .asPromise();
  const names = [...serviceNames, 'auth'] as const;
  const connections = new Map(
    names.map((name) => [name, root.useDb(databaseNameOf(name, prefix), { useCache: true })] as const),
  );
  const connectionOf = (name: (typeof names)[number]) => {
    const connection = connections.get(name);
    if (connection === undefined) throw new Error(`There is no database of ${name}.`);
    return connection;
  };
  const notification = notificationServiceWith(() => silentCarrier);
  for (const [name, { models }] of Object.entries({ ...services, notification }))
    await migrateIndexes(connectionOf(name as ServiceName), models(connectionOf(name as ServiceName)));
  await migrateIndexes(connectionOf('auth'), []);
  const client = root.getClient();
  installDatabaseGate(client);
  return {
    prefix,
    client,
    connectionOf,
    env: environment(mongodbUri, prefix, folder),
    /** Removes the data of the previous seed; collections and indexes stay. */
    async empty() {
      for (const name of takeTouched()) {
        const [database = '', collection = ''] = name.split(/\.(.*)/, 2);
        await client
          .db(database)
          .collection(collection)
          .deleteMany({}, { writeConcern: { w: 1 } });
      }
    },
    async drop() {
      for (const connection of connections.values()) await connection.dropDatabase();
      await root.close();
    },
  };
}

const silentCarrier = { carry: async () => undefined, close: () => undefined };

interface Instance {
  readonly process: Process;
  readonly app: RequestListener;
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** All services of the shop in this process, with an empty database. */
export async function openShop(databases: Databases, simulation: Simulation) {
  const broker = createProcess('broker');
  const providers = createProcess('providers');
  const auth = createProcess('auth');
  const people = createProcess('people');
  const instances = new Map<string, Instance>();
  const mails: SentMail[] = [];
  /** The time when each account was deleted. */
  const deletedAccounts = new Map<string, number>();
  const wallets = new Map<string, PaymentFigures>();
  simulateDatabase(simulation);
  simulation.whenStuck = passBlockedOperation;
  simulate(simulation, (url, init) => fetchInShop(url, init));

  const bus = runAsProcess(broker, () => createMemoryBus({ requireConsumer: true }));
  const sandbox = await runAsProcess(providers, () =>
    startPaymentSandbox({
      port: undefined,
      address: sandboxAddress,
      webhookUrl: webhookAddress,
      webhookSecret,
      secretKey: sandboxKey,
      onPayment: (payment) => void wallets.set(payment.paymentId, payment),
    }),
  );

  const instanceOf = (name: string): Instance => {
    const instance = instances.get(name);
    if (instance === undefined) throw new Error(`${name} does not run.`);
    return instance;
  };
  /** The token of a deleted account is valid until it expires. */
  const refuseDeleted = (identity: Identity): Identity => {
    const deletedMs = deletedAccounts.get(identity.userId) ?? Number.POSITIVE_INFINITY;
    if (simulation.nowMs - deletedMs <= tokenMs) return identity;
    throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  };
  const chance = (kind: 'loseCall' | 'loseAnswer') => simulation.random.chance(simulation.disturbance[kind]);

  /** Passes a request to an instance. Undefined when the instance is stopped before the answer. */
  async function send(to: Instance, request: AppRequest) {
    const answer = runAsProcess(to.process, () => callApp(to.app, request));
    const stoppedAnswer = to.process.stopped.then(() => undefined);
    return Promise.race([answer, stoppedAnswer]);
  }

  /** A call over the network: delayed, lost before it arrives, or with a lost answer. */
  async function overNetwork(from: string, name: string, to: () => Instance, request: AppRequest) {
    const what = `${request.method} ${request.path}`;
    await simulation.waitForTurn(`${from} calls ${name}: ${what}`);
    if (chance('loseCall')) {
      simulation.tell(`${from} could not reach ${name} (${what}).`);
      throw partUnavailable(new Error(`${name} is away`));
    }
    const answer = await send(to(), request);
    await simulation.waitForTurn(`${name} answers ${from}: ${what}`);
    if (answer === undefined) throw partUnavailable(new Error(`${name} was stopped`));
    if (chance('loseAnswer')) {
      simulation.tell(`${from} did not get the answer of ${name} (${what}: ${answer.status}).`);
      throw new ProblemError('service-timeout', 'The answer was lost.');
    }
    return answer;
  }

  async function fetchInShop(url: URL, init: RequestInit): Promise<Response> {
    const headers = Object.fromEntries(new Headers(init.headers));
    // Text only, sent by the shop and by the card provider's client.
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(init.body as string);
    const request = { method: init.method ?? 'GET', path: `${url.pathname}${url.search}`, headers, body };
    const isWebhook = url.host === new URL(webhookAddress).host;
    const answer = isWebhook
      ? await overNetwork('The payment provider', 'order', () => instanceOf('order'), request)
      : await overNetwork(
          'The shop',
          'a provider',
          () => ({ process: providers, app: sandbox.app }),
          request,
        );
    const { status } = answer;
    return new Response(status === 204 || status === 304 ? null : answer.text, {
      status,
      headers: { 'content-type': answer.headers['content-type'] ?? 'application/json' },
    });
  }

  async function start(name: ServiceName): Promise<void> {
    const process = createProcess(name);
    const carrier = {
      async carry({ to, subject, text }: SentMail) {
        await simulation.waitForTurn(`a mail to ${to}`);
        mails.push({ to, subject, text });
      },
      close: () => undefined,
    };
    const description: OpenedServiceDescription<ServiceConfigSchema> =
      name === 'notification' ? (notificationServiceWith(() => carrier) as never) : (services[name] as never);
    const { disturbance } = simulation;
    simulation.disturbance = calm;
    const metrics = createMetrics(name);
    const logger = createLogger({ service: name, level: 'silent' });
    const connection = databases.connectionOf(name);
    const started = await runAsProcess(process, async () =>
      description.start({
        name,
        instanceId: `${name}-${simulation.random.below(1_000_000)}`,
        logger,
        metrics,
        config: description.configSchema.parse(databases.env),
        connection,
        bus: busOf(simulation, { bus, broker }, process),
        stopConsuming: async () => undefined,
        health: {},
        isAdminBrowser: async () => true,
        appOptions: {
          verifier: { verify: async (token: string) => refuseDeleted(identityOf(token)) },
          liveSessions: { confirm: async (caller) => caller },
          metrics,
          health: {},
          serviceToken,
        },
        clientOf: (service) =>
          createServiceClient({
            service,
            baseUrl: `http://${service}.explorer`,
            serviceToken,
            send: async (call: ServiceCall) => {
              const answer = await overNetwork(name, service, () => instanceOf(service), call);
              return { status: answer.status, text: answer.text, retryAfterSeconds: undefined };
            },
          }),
        close: async () => undefined,
      }),
    );
    simulation.disturbance = disturbance;
    instances.set(name, { process, app: started.app });
  }
  for (const name of serviceNames) {
    await start(name);
    // A start reads files in real time, so concurrent work of other services would run in an arbitrary order.
    await simulation.untilQuiet();
  }

  instances.set('auth', {
    process: auth,
    app: ({ url = '' }, res) => {
      const [, userId] = /^\/internal\/accounts\/(\w+)\/mailbox$/.exec(url) ?? [];
      const mailboxOf = (id: string) => (deletedAccounts.has(id) ? null : { email: accountEmailOf(id) });
      // The other call is for the second approval of a sum; it says that another staff member exists.
      const data = userId === undefined ? { hasOtherStaff: true } : mailboxOf(userId);
      res.end(JSON.stringify({ success: true, data }));
    },
  });
  // The only event of this stand-in for auth is `user.deleted`.
  const authConnection = databases.connectionOf('auth');
  const accounts = runAsProcess(auth, () =>
    createMessaging({
      service: 'auth',
      connection: authConnection,
      bus: busOf(simulation, { bus, broker }, auth),
      logger: createLogger({ service: 'auth', level: 'silent' }),
      instanceId: 'auth',
    }),
  );
  let accountsStarted: Promise<void> | undefined;
  await simulation.untilQuiet();

  return {
    simulation,
    mails,
    databases,
    people,
    /** The state of the payments at the providers. */
    figures: (): PaymentFigures[] => [
      ...wallets.values(),
      ...sandbox.sessions().map((session) => ({
        paymentId: session.paymentIntentId,
        orderId: session.metadata['orderId'] ?? '',
        paidInMinorUnits: session.paymentStatus === 'paid' ? amountTotal(session) : 0,
        refundedInMinorUnits: session.refundedAmount,
      })),
    ],
    /** A request of a person; undefined when the service was stopped meanwhile. */
    ask: (service: ServiceName, request: AppRequest) => send(instanceOf(service), request),
    /** A request of a person to a provider, such as a payment. */
    atProvider: (request: AppRequest) => send({ process: providers, app: sandbox.app }, request),
    /** An account's owner deletes it. */
    async deleteAccount(userId: string) {
      if (deletedAccounts.has(userId)) return;
      deletedAccounts.set(userId, simulation.nowMs);
      const event = { aggregateId: userId, aggregateVersion: 2, data: { userId } };
      await runAsProcess(auth, async () => {
        await (accountsStarted ??= accounts.start());
        await saveChange(authConnection, { events: [createEvent(userDeleted, event)] }, async () => true);
        accounts.sendEvents();
      });
    },
    /** Stops a service during its work, and starts it again. */
    async restart(name: ServiceName) {
      const { process } = instanceOf(name);
      simulation.stop(process);
      await abandonTransactions(process);
      await simulation.untilQuiet();
      await simulation.untilDone(start(name));
      await simulation.untilQuiet();
    },
    /** Stops everything; the databases keep their data. */
    close() {
      for (const process of [broker, providers, auth, people]) simulation.stop(process);
      for (const { process } of instances.values()) simulation.stop(process);
    },
  };
}
