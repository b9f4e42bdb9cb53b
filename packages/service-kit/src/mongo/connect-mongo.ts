import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { isDatabaseAway } from '../http/problem-of.ts';
import { withDatabaseTimeout } from '../life-cycle/with-timeout.ts';
import type { Logger } from '../observability/logger.ts';

export interface ConnectMongoOptions {
  readonly uri: string;
  readonly databaseName: string;
  readonly logger: Logger;
  /** Client name in the database's log, profiler and list of operations. */
  readonly appName?: string;
  /** Pool size; callers that wait longer than 2 s for a connection are refused with 503. */
  readonly poolSize?: number;
  /**
   * How long to retry at start, in milliseconds, because the database may start after the service. The default is less
   * than the two minutes that Kubernetes allows a start (`deploy/k8s/shared/deployment.yaml`).
   */
  readonly retryForMs?: number;
  /** Default time limit of a query on the server, in milliseconds. */
  readonly maxTimeMs?: number | undefined;
  /**
   * Runs at start, and is retried while the database is unavailable, which may happen again just after it has come up.
   */
  readonly prepare?: (connection: mongoose.Connection) => Promise<void>;
}

/**
 * Connects to the service's own database: acknowledged writes are durable (`w: majority`, `j: true`), queries are
 * limited to `maxTimeMs`, and filters are protected from operator injection. Indexes are created only by
 * `migrateIndexes`.
 */
export async function connectMongo({
  uri,
  databaseName,
  logger,
  appName,
  poolSize = 20,
  retryForMs = 110_000,
  prepare = () => Promise.resolve(),
  maxTimeMs = 2_000,
}: ConnectMongoOptions): Promise<mongoose.Connection> {
  mongoose.set('sanitizeFilter', true);

  const deadline = Date.now() + retryForMs;
  for (let attempt = 1; ; attempt += 1) {
    const connection = mongoose.createConnection(uri, {
      dbName: databaseName,
      ...(appName === undefined ? {} : { appName }),
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      maxPoolSize: poolSize,
      waitQueueTimeoutMS: 2_000,
      serverSelectionTimeoutMS: 2_000,
      connectTimeoutMS: 5_000,
      socketTimeoutMS: 30_000,
      writeConcern: { w: 'majority', j: true },
      readConcern: { level: 'majority' },
      retryWrites: true,
      retryReads: true,
    });
    let isConnected = false;
    // This listener stays: without one, the loss of a server would end the process. A failure during the start is
    // retried or thrown below.
    connection.on('error', (error) => {
      if (isConnected) logger.error({ err: error }, 'database connection error');
    });
    connection.on('disconnected', () => logger.warn('database disconnected'));
    connection.set('maxTimeMS', maxTimeMs);
    try {
      await connection.asPromise();
      isConnected = true;
      await prepare(connection);
      return connection;
    } catch (error) {
      await connection.destroy().catch(() => undefined);
      if (Date.now() > deadline || (isConnected && !isDatabaseAway(error))) throw error;
      if (attempt === 1) logger.warn({ err: error }, 'waiting for the database');
      await pause(Math.min(250 * 2 ** attempt, 3_000));
    }
  }
}

/** Readiness check: one ping of at most a second. */
export async function mongoHealth(connection: mongoose.Connection): Promise<string> {
  if (connection.readyState !== mongoose.ConnectionStates.connected || connection.db === undefined) {
    return 'not connected';
  }
  await withDatabaseTimeout(connection.db.command({ ping: 1 }), 1_000);
  return 'ok';
}
