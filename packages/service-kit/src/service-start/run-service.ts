import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ConfigError, readConfig } from '../config/read-config.ts';
import { serviceConfigShape, wholeNumber } from '../config/service-config.ts';
import { checkHealth, type HealthParts, ownVersion, servingParts } from '../http/health.ts';
import { withoutSecret } from '../http/without-secret.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { recordSpans } from '../observability/spans.ts';

export interface ServiceContext {
  readonly name: string;
  /** Unique among the instances of the service. */
  readonly instanceId: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface StartedService {
  readonly app: http.RequestListener;
  readonly port: number;
  readonly ready: HealthParts;
  /** Called when the server stops listening; resolves when messages in progress are handled. */
  readonly stopConsuming?: () => Promise<void>;
  /** Called when the last request and message are finished; stops relays and pools in this order. */
  readonly stop: () => Promise<void>;
  /** Replaces the default server with `app`; answers `/health/ready` and `/health/serving` too. */
  readonly server?: http.Server;
  /** Called when draining begins. */
  readonly onDrain?: () => void;
}

export interface ServiceDescription {
  readonly name: string;
  readonly start: (context: ServiceContext) => Promise<StartedService>;
}

/**
 * Time limit of a shutdown after SIGTERM and `DRAIN_WAIT_MS`, in milliseconds; supervisors must wait longer before
 * SIGKILL.
 */
export const drainMs = 10_000;

/** Late enough not to slow down this start. */
const compileCacheFlushMs = 5_000;

const processConfig = z.object({
  LOG_LEVEL: serviceConfigShape.LOG_LEVEL,
  HOST: serviceConfigShape.HOST,
  DRAIN_WAIT_MS: serviceConfigShape.DRAIN_WAIT_MS,
  /** Clients reconnect then, so that added instances get their share of connections. */
  CONNECTION_MAX_AGE_MS: wholeNumber(5_000, 1, 3_600_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
});

/**
 * Runs a service process. Listens when `start` has resolved. On SIGTERM or SIGINT it becomes unready and serves for
 * `DRAIN_WAIT_MS`; then it accepts no more requests and messages, finishes those in progress, calls `stop` and exits
 * with 0, within ten seconds. Exits with 1 after an unhandled rejection, an uncaught exception or an invalid setting.
 */
export async function runService({ name, start }: ServiceDescription): Promise<void> {
  let logger: Logger | undefined;
  const fail = (error: unknown, message: string): never => {
    if (logger === undefined)
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : message}\n`);
    else {
      logger.fatal({ err: error }, message);
      logger.flush();
    }
    process.exit(1);
  };
  process.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'));
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));

  try {
    const config = readConfig(processConfig);
    logger = createLogger({ service: name, level: config.LOG_LEVEL });
    let stopTelemetry: (() => Promise<void>) | undefined;
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
      const { startTelemetry } = await import('../observability/telemetry.ts');
      const telemetry = await startTelemetry(name, withoutSecret);
      stopTelemetry = telemetry.stop;
      recordSpans(telemetry.inSpan);
    }
    const context: ServiceContext = {
      name,
      instanceId: `${name}-${randomUUID().slice(0, 8)}`,
      logger,
      metrics: createMetrics(name, { withProcess: true }),
    };
    const service = await start(context);
    await serve(context, service, config, stopTelemetry);
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${name} cannot start:\n${error.message}\n`);
      process.exit(1);
    }
    fail(error, 'the service cannot start');
  }
}

async function serve(
  { name, logger }: ServiceContext,
  service: StartedService,
  { HOST: host, CONNECTION_MAX_AGE_MS: maxAgeMs, DRAIN_WAIT_MS: waitMs }: z.output<typeof processConfig>,
  stopTelemetry: (() => Promise<void>) | undefined,
): Promise<void> {
  let isDraining = false;
  const checks = new Map([
    ['/health/ready', service.ready],
    // For balancers and orchestrators.
    ['/health/serving', servingParts(service.ready)],
  ]);
  const server = service.server ?? createServer();
  const openResponses = new Set<http.ServerResponse>();
  const openedAt = new WeakMap<Socket, number>();
  server.on('connection', (socket) => openedAt.set(socket, performance.now()));
  server.prependListener('request', ({ socket }, res) => {
    openResponses.add(res);
    res.once('close', () => openResponses.delete(res));
    const isOld = performance.now() - (openedAt.get(socket) ?? 0) > maxAgeMs;
    if (isDraining || isOld) res.setHeader('Connection', 'close');
  });

  function createServer(): http.Server {
    const httpServer = http.createServer({ maxHeaderSize: 16 * 1024 }, (req, res) => {
      const parts = req.method === 'GET' ? checks.get(req.url ?? '') : undefined;
      if (parts) void answerReady(res, parts);
      else service.app(req, res);
    });
    httpServer.headersTimeout = 10_000;
    httpServer.requestTimeout = 120_000;
    // Longer than the gateway keeps idle connections, so that it never writes into a closed one.
    httpServer.keepAliveTimeout = 75_000;
    return httpServer;
  }

  async function answerReady(res: http.ServerResponse, parts: HealthParts): Promise<void> {
    const report = isDraining
      ? { status: 'not ready', version: ownVersion, parts: { process: 'stopping' } }
      : await checkHealth(parts);
    res.writeHead(report.status === 'ready' ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    res.end(JSON.stringify(report));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(service.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  logger.info({ port, host }, `${name} listens`);
  // Node writes the compile cache only at a regular exit.
  if (getCompileCacheDir() !== undefined) setTimeout(flushCompileCache, compileCacheFlushMs).unref();

  const drain = (signal: string) => {
    if (isDraining) return;
    isDraining = true;
    // Keep-alive clients would otherwise continue to use this process.
    for (const res of openResponses) if (!res.headersSent) res.setHeader('Connection', 'close');
    service.onDrain?.();
    logger.info({ signal }, `${name} stops`);
    const deadline = setTimeout(() => {
      logger.error(`${name} did not stop in time`);
      logger.flush();
      process.exit(1);
    }, waitMs + drainMs);
    deadline.unref();
    void finish().then(
      () => {
        logger.info(`${name} stopped`);
        exitWith(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, `${name} could not stop cleanly`);
        exitWith(1);
      },
    );
  };

  /** Waits until the last log lines are written. */
  function exitWith(code: number): void {
    logger.flush(() => process.exit(code));
  }

  async function finish(): Promise<void> {
    await pause(waitMs);
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    await Promise.all([closed, service.stopConsuming?.()]);
    await service.stop();
    await stopTelemetry?.();
  }

  process.on('SIGTERM', () => drain('SIGTERM'));
  process.on('SIGINT', () => drain('SIGINT'));
}
