import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { authService } from '@kinmel/auth/service';
import { catalogService } from '@kinmel/catalog/service';
import type { Endpoint } from '@kinmel/contracts';
import { deviceService } from '@kinmel/device/service';
import { notificationServiceWith } from '@kinmel/notification/service';
import { offerService } from '@kinmel/offer/service';
import { orderService } from '@kinmel/order/service';
import {
  createAdminFilesVerifier,
  createIsAdminBrowser,
  createLiveSessions,
  createLogger,
  createMemoryBus,
  createMetrics,
  createServiceClient,
  createTokenVerifier,
  createVerificationKeys,
  keySetSource,
  liveSessionFrom,
  type OpenedServiceDescription,
  openDatabase,
  type ServiceConfigSchema,
} from '@kinmel/service-kit';
import { serviceRequestService } from '@kinmel/service-request/service';
import { countWaiting, eventually } from '@kinmel/testing';
import { testMongoUri } from '@kinmel/testing/servers';
import type mongoose from 'mongoose';

const silentCarrier = { carry: async () => undefined, close: () => undefined };

/** In the order of their start: auth first, because the others fetch its keys. */
const services = {
  auth: authService,
  catalog: catalogService,
  offer: offerService,
  order: orderService,
  device: deviceService,
  'service-request': serviceRequestService,
  notification: notificationServiceWith(() => silentCarrier),
};

export const owner = { email: 'owner@kinmel.example', password: 'Rhododendron7' };

export type RunningServices = Awaited<ReturnType<typeof startServices>>;

/**
 * Starts all services as in production, with tokens of auth, session checks and calls between services, but with a bus in memory.
 * @param settings additional settings of all services
 */
export async function startServices(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinmel-services-'));
  const bus = createMemoryBus();
  const urls = new Map<string, string>();
  const connections: mongoose.Connection[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  const serviceToken = randomBytes(24).toString('hex');
  const key = () => randomBytes(32).toString('base64');
  const env: Record<string, string> = {
    MONGODB_URI: testMongoUri(),
    MONGODB_DB_PREFIX: `stolen-${randomBytes(4).toString('hex')}`,
    SERVICE_TOKEN: serviceToken,
    MAIL_SEAL_KEY: key(),
    TRACKING_KEY: key(),
    DEVICE_KEY: key(),
    DATA_KEY: key(),
    ...settings,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    AUTH_KEYS_FOLDER: `${folder}/keys`,
  };
  for (const name of ['AVATARS', 'PAYOUT_PROOFS', 'DEVICE_PHOTOS', 'REQUEST_PHOTOS', 'UPLOADS'])
    env[`${name}_FOLDER`] = `${folder}/${name.toLowerCase()}`;

  const clientOf = (service: string) =>
    createServiceClient({
      service,
      baseUrl: 'http://127.0.0.1',
      serviceToken,
      // The port of a service is only known after its start.
      send: async ({ method, path: address, headers, body }) => {
        const answer = await fetch(`${urls.get(service)}${address}`, {
          method,
          headers: headers as Record<string, string>,
          ...(body && { body: new Uint8Array(body) }),
        });
        return { status: answer.status, text: await answer.text(), retryAfterSeconds: undefined };
      },
    });

  async function start(name: string, description: OpenedServiceDescription<ServiceConfigSchema>) {
    const logger = createLogger({ service: name, level: 'silent' });
    const metrics = createMetrics(name);
    const config = description.configSchema.parse(env);
    const connection = await openDatabase({ name, config, logger, models: description.models });
    connections.push(connection);
    const jwks = keySetSource({ JWKS_URL: `${urls.get('auth')}/api/auth/jwks.json` });
    const keys = createVerificationKeys({ jwks });
    const liveSessions = createLiveSessions({ find: liveSessionFrom(clientOf('auth')) });
    const startedService = await description.start({
      name,
      instanceId: name,
      logger,
      metrics,
      config,
      connection,
      bus,
      stopConsuming: async () => undefined,
      health: {},
      isAdminBrowser: createIsAdminBrowser({ verifier: createAdminFilesVerifier({ keys }), liveSessions }),
      appOptions: {
        verifier: createTokenVerifier({ jwks, keys }),
        liveSessions,
        metrics,
        health: {},
        serviceToken,
      },
      clientOf,
      close: async () => undefined,
    });
    const server = http.createServer(startedService.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    urls.set(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    stops.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await startedService.stop();
    });
  }
  for (const [name, description] of Object.entries(services)) await start(name, description as never);

  return {
    urlOf: (service: Endpoint['owner']) => urls.get(service) ?? '',
    connections,
    /** The database of a service. */
    databaseOf: (service: keyof typeof services) => {
      const connection = connections[Object.keys(services).indexOf(service)];
      if (connection === undefined) throw new Error(`${service} does not run.`);
      return connection;
    },
    /** Resolves when all events are handled. */
    async settle() {
      await eventually(async () => {
        await bus.settle();
        return (await Promise.all(connections.map(countWaiting))).every((count) => count === 0);
      }, 30_000);
      await bus.settle();
    },
    async stop() {
      for (const stop of stops) await stop();
      for (const connection of connections) {
        await connection.dropDatabase();
        await connection.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
