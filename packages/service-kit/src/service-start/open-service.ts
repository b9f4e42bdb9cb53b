import { eventConsumers } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import type { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import { refuseSampleSecrets, sampleSettings } from '../config/sample-secrets.ts';
import { databaseNameOf, type ServiceConfig } from '../config/service-config.ts';
import type { HealthParts } from '../http/health.ts';
import { createServiceApp, type ServiceAppOptions } from '../http/service-app.ts';
import { createIsAdminBrowser, type IsAdminBrowser } from '../identity/admin-browser.ts';
import { createAdminFilesVerifier } from '../identity/admin-files-verifier.ts';
import { keySetSource } from '../identity/key-set-source.ts';
import { createLiveSessions, liveSessionFrom } from '../identity/live-sessions.ts';
import { createTokenVerifier } from '../identity/token-verifier.ts';
import { createVerificationKeys } from '../identity/verification-keys.ts';
import type { Bus } from '../messaging/bus/bus.ts';
import { createRabbitBus } from '../messaging/bus/rabbit-bus.ts';
import { type ConnectMongoOptions, connectMongo, mongoHealth } from '../mongo/connect-mongo.ts';
import { type IndexedModel, migrateIndexes } from '../mongo/indexes.ts';
import { refuseSealedData, useDataKeys } from '../personal-data/personal-data.ts';
import { createServiceClient, type ServiceClient } from '../service-calls/service-client.ts';
import { runService, type ServiceContext, type StartedService } from './run-service.ts';
import type { RunningContext } from './service-basis.ts';

/** Extends `serviceConfigShape`. */
export type ServiceConfigSchema = z.ZodObject & z.ZodType<ServiceConfig>;

/** Models whose indexes are created at start. */
export type ServiceModels = (connection: mongoose.Connection) => readonly IndexedModel[];

export interface OpenServiceOptions<Schema extends ServiceConfigSchema>
  extends Pick<ServiceContext, 'name' | 'logger' | 'metrics'> {
  readonly configSchema: Schema;
  readonly models: ServiceModels;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Options of `createServiceApp` that are the same in all services. */
export type ServiceParts = Pick<
  ServiceAppOptions,
  'verifier' | 'liveSessions' | 'metrics' | 'health' | 'serviceToken' | 'timeZone'
>;

/** The parts of an app that differ by service: its routes, further readiness checks, and the like. */
export type OwnAppParts = Pick<ServiceAppOptions, 'routes'> & Partial<ServiceAppOptions>;

export interface OpenedService<Config> {
  readonly config: Config;
  readonly connection: mongoose.Connection;
  readonly bus: Bus;
  /** Same as `StartedService.stopConsuming`. */
  readonly stopConsuming: () => Promise<void>;
  readonly appOptions: ServiceParts;
  readonly isAdminBrowser: IsAdminBrowser;
  /** Readiness checks of database and broker. */
  readonly health: HealthParts;
  /** The client of another service, with the token of the services. */
  readonly clientOf: (service: string, baseUrl: string) => ServiceClient;
  /** Closes clients, bus and database; call it after their users have stopped. */
  readonly close: () => Promise<void>;
}

/**
 * Opens what every service needs: reads the environment, connects database and bus, and creates the declared indexes.
 * Rejects with `ConfigError` (also for published secrets) or a database error, with everything closed; a missing broker
 * is waited for in the background.
 */
export async function openService<Schema extends ServiceConfigSchema>({
  name,
  logger,
  metrics,
  configSchema,
  models,
  env,
}: OpenServiceOptions<Schema>): Promise<OpenedService<z.output<Schema>>> {
  const config = readConfig(configSchema, env);
  refuseSampleSecrets(env);
  const settings = sampleSettings(config);
  if (settings.length > 0) logger.warn({ settings }, 'settings still have values of the sample shop');
  const serviceConfig: ServiceConfig = config;
  const bus = createRabbitBus({
    url: serviceConfig.AMQP_URL,
    prefix: serviceConfig.AMQP_PREFIX,
    service: name,
    logger,
    eventConsumers,
  });
  const serviceToken = serviceConfig.SERVICE_TOKEN;
  const clients: ServiceClient[] = [];
  const clientOf = (service: string, baseUrl: string) => {
    const client = createServiceClient({ service, baseUrl, serviceToken });
    clients.push(client);
    return client;
  };
  const auth = clientOf('auth', serviceConfig.AUTH_URL);
  let connection: mongoose.Connection | undefined;
  const close = async () => {
    for (const client of clients) client.close();
    await bus.close();
    await connection?.close();
  };
  try {
    connection = await openDatabase({ name, config: serviceConfig, logger, models });
    const openConnection = connection;
    const health = { mongo: () => mongoHealth(openConnection), broker: () => bus.health() };
    const jwks = keySetSource(serviceConfig);
    const keys = createVerificationKeys({ jwks });
    const verifier = createTokenVerifier({ jwks, keys });
    const liveSessions = createLiveSessions({ find: liveSessionFrom(auth) });
    const isAdminBrowser = createIsAdminBrowser({
      verifier: createAdminFilesVerifier({ keys }),
      liveSessions,
    });
    const timeZone = serviceConfig.SHOP_TIME_ZONE;
    const appOptions = { verifier, liveSessions, metrics, health, serviceToken, timeZone };
    const { stopConsuming } = bus;
    return { config, connection, bus, stopConsuming, health, appOptions, isAdminBrowser, clientOf, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The definition of a service. `start` creates it from what every service needs. */
export interface OpenedServiceDescription<Schema extends ServiceConfigSchema>
  extends Pick<OpenServiceOptions<Schema>, 'name' | 'configSchema' | 'models'> {
  readonly start: (
    service: ServiceContext & OpenedService<z.output<Schema>>,
  ) => Promise<Omit<StartedService, 'ready'> & { readonly ready?: HealthParts }>;
}

interface DeclaredService<Schema extends ServiceConfigSchema, Context extends RunningContext>
  extends Pick<OpenServiceOptions<Schema>, 'name' | 'configSchema' | 'models'> {
  readonly createContext: (
    service: ServiceContext & OpenedService<z.output<Schema>>,
    config: z.output<Schema>,
  ) => Promise<Context> | Context;
  readonly appOf: (context: Context) => OwnAppParts;
}

/** Defines a service by the parts that are its own. Its port is the variable with its name, such as `CATALOG_PORT`. */
export const describeService = <Schema extends ServiceConfigSchema, Context extends RunningContext>({
  createContext,
  appOf,
  ...description
}: DeclaredService<Schema, Context>): OpenedServiceDescription<Schema> => ({
  ...description,
  async start(service) {
    const context = await createContext(service, service.config);
    await context.start();
    const app = appOf(context);
    const health = { ...service.health, ...app.health };
    return {
      app: createServiceApp({
        service: description.name,
        logger: context.logger,
        ...service.appOptions,
        ...app,
        health,
      }),
      port: Number(service.config[`${description.name.replaceAll('-', '_').toUpperCase()}_PORT`]),
      ready: health,
      stop: () => context.stop(),
    };
  },
});

/**
 * Runs a service with config, database and bus, which close after its `stop`. By default their health decides
 * readiness.
 */
export const runOpenedService = <Schema extends ServiceConfigSchema>({
  start,
  ...description
}: OpenedServiceDescription<Schema>): Promise<void> =>
  runService({
    name: description.name,
    start: async (context) => {
      const openedService = await openService({ ...context, ...description });
      const { stop, ...started } = await start({ ...context, ...openedService });
      const { health: ready, stopConsuming } = openedService;
      return { ready, stopConsuming, ...started, stop: () => stop().then(openedService.close) };
    },
  });

/** Connects, creates the indexes, and seals personal data where there is a key. */
export async function openDatabase({
  name,
  config,
  logger,
  models,
  maxTimeMs,
}: Pick<OpenServiceOptions<ServiceConfigSchema>, 'name' | 'logger' | 'models'> &
  Pick<ConnectMongoOptions, 'maxTimeMs'> & {
    readonly config: ServiceConfig;
  }): Promise<mongoose.Connection> {
  const databaseName = databaseNameOf(name, config.MONGODB_DB_PREFIX);
  const uri = config.MONGODB_URI;
  const { DATA_KEY: key, DATA_KEY_OTHER: otherKey } = config;
  const prepare = async (connection: mongoose.Connection) => {
    await migrateIndexes(connection, models(connection));
    if (key) await useDataKeys(connection, otherKey ? [key, otherKey] : [key]).check();
    else await refuseSealedData(connection);
  };
  return connectMongo({ uri, databaseName, logger, appName: name, maxTimeMs, prepare });
}
