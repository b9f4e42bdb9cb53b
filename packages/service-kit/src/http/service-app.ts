import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { backgroundHeader, defaultTimeZone, type Endpoint } from '@kinmel/contracts';
import express from 'express';
import type { z } from 'zod';
import { staffCallOf } from '../audit/audit-entry.ts';
import type { LiveSessions } from '../identity/live-sessions.ts';
import { hasRight, needsProof } from '../identity/staff-rights.ts';
import type { Identity, TokenVerifier } from '../identity/token-verifier.ts';
import { keyedNetwork } from '../observability/keyed-network.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { noteSecurityEvent, type SecurityEvent } from '../observability/security-events.ts';
import { continueTrace, traceIdOf } from '../observability/traceparent.ts';
import { CsvAnswer } from './csv-answer.ts';
import { checkHealth, type HealthParts } from './health.ts';
import { ProblemError, problemBody } from './problem-error.ts';
import { invalidRequest, isPartAway, problemOf } from './problem-of.ts';
import { readFileBody, readFormBody, readJsonBody, readRawBody } from './request-body.ts';
import { BytesAnswer, type Route, type UploadedFile } from './route.ts';
import { createUploadRoom } from './upload-room.ts';
import { withoutSecret } from './without-secret.ts';

export interface ServiceAppOptions {
  readonly service: string;
  readonly logger: Logger;
  readonly routes: readonly Route[];
  readonly verifier: TokenVerifier;
  /** Confirms each caller whose token has the admin role, at every endpoint (decision 33). */
  readonly liveSessions: LiveSessions;
  /**
   * The token that other services send to endpoints of role `service`; without it these endpoints refuse every call.
   */
  readonly serviceToken?: string | undefined;
  readonly health: HealthParts;
  readonly metrics: Metrics;
  /** `Cache-Control` of public GET answers; `no-cache` means revalidation, which a 304 makes cheap. */
  readonly cacheControl?: string;
  /** Validates every answer against its contract and fails the request on a mismatch. Enabled in tests. */
  readonly checkAnswers?: boolean;
  /** The time zone of times in CSV. */
  readonly timeZone?: string;
  /**
   * Mounted before the 404 handler, for non-JSON responses such as static files. Errors become the same problem
   * answers.
   */
  readonly extend?: (app: express.Express) => void;
}

/** The logging context of a request, available until the answer is sent. */
interface RequestContext {
  readonly requestId: string;
  readonly traceparent: string;
  readonly startedAt: bigint;
  route: string;
  /** From the verified token. */
  accountId?: string;
}

const contextOf = (res: express.Response): RequestContext => res.locals['context'] as RequestContext;
const goodRequestId = /^[\w-]{8,64}$/;

/**
 * The Express app of a service: a typed route table, deny by default. Requests are parsed by contract before the
 * handler runs, the body only after authorization; errors become problem answers in one place.
 */
export function createServiceApp({
  service,
  logger,
  routes,
  verifier,
  liveSessions,
  serviceToken,
  health,
  metrics,
  cacheControl = 'no-cache',
  checkAnswers = process.env['NODE_ENV'] === 'test',
  timeZone = defaultTimeZone,
  extend,
}: ServiceAppOptions): express.Express {
  const room = createUploadRoom();
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'strong');
  app.set('query parser', 'simple');
  // Only the gateway can reach services, on the same host or private network.
  app.set('trust proxy', 'loopback, uniquelocal');
  // The access line contains nothing to redact, and redaction is slow.
  const accessLog = logger.child({}, { redact: [] });

  app.use((req, res, next) => {
    const requestIdHeader = req.headers['x-request-id'];
    const context: RequestContext = {
      requestId:
        typeof requestIdHeader === 'string' && goodRequestId.test(requestIdHeader)
          ? requestIdHeader
          : randomUUID(),
      traceparent: continueTrace(singleHeader(req.headers['traceparent'])),
      startedAt: process.hrtime.bigint(),
      route: 'none',
    };
    res.locals['context'] = context;
    res.setHeader('X-Request-Id', context.requestId);
    res.once('close', () => finish(req, res, context));
    next();
  });

  function finish(req: express.Request, res: express.Response, context: RequestContext): void {
    const seconds = Number(process.hrtime.bigint() - context.startedAt) / 1e9;
    const status = res.writableFinished ? res.statusCode : 499;
    metrics.httpSeconds.observe({ method: req.method, route: context.route, status }, seconds);
    const line = {
      requestId: context.requestId,
      traceId: traceIdOf(context.traceparent),
      method: req.method,
      // Without the query string, which may contain search terms or a reset token.
      path: withoutSecret(req.path),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      accountId: context.accountId,
      network: keyedNetwork(req.ip ?? ''),
    };
    if (context.route.startsWith('/health') || context.route === '/metrics') accessLog.debug(line, 'request');
    else accessLog.info(line, 'request');
  }

  app.get('/health/live', (_req, res) => {
    contextOf(res).route = '/health/live';
    res.type('text').send('ok');
  });
  app.get('/health/ready', async (_req, res) => {
    contextOf(res).route = '/health/ready';
    const report = await checkHealth(health);
    res
      .status(report.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
  app.get('/metrics', async (_req, res) => {
    contextOf(res).route = '/metrics';
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  for (const { path, methods } of routeTable(routes)) {
    for (const [method, methodRoute] of methods) {
      const answer = createHandler(methodRoute, path);
      if (method === 'GET') app.get(expressPath(path), answer);
      else app[method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete'](expressPath(path), answer);
    }
    const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(expressPath(path), (req, res) => {
      contextOf(res).route = path;
      res.setHeader('Allow', allowed.join(', '));
      if (req.method === 'OPTIONS') {
        res.status(204).end();
        return;
      }
      throw new ProblemError('method-not-allowed', `${req.method} is not possible here.`);
    });
  }

  extend?.(app);

  app.use(() => {
    throw new ProblemError('not-found', 'There is nothing at this address.');
  });
  app.use((error: unknown, req: express.Request, res: express.Response, next: express.NextFunction) => {
    const problem = problemOf(error);
    const { requestId, traceparent } = contextOf(res);
    if (problem.status >= 500 && !problem.isRoutine) {
      logger[isPartAway(problem) ? 'warn' : 'error'](
        {
          err: problem.cause ?? problem,
          code: problem.code,
          requestId,
          traceId: traceIdOf(traceparent),
        },
        'request failed',
      );
    }
    if (res.headersSent) {
      next(error);
      return;
    }
    if (problem.retryAfterSeconds !== undefined) res.setHeader('Retry-After', problem.retryAfterSeconds);
    if (problem.code === 'not-signed-in') res.setHeader('WWW-Authenticate', 'Bearer');
    res.setHeader('Cache-Control', 'no-store');
    // Drains the rest of the body: closing the connection early could discard the answer.
    req.unpipe();
    req.resume();
    res.status(problem.status).json(problemBody(problem, requestId));
  });

  return app;

  function createHandler({ endpoint, handle }: Route, path: string): express.RequestHandler {
    const isCacheable = !endpoint.isPersonal && !endpoint.isVolatile;
    const isShared = endpoint.method === 'GET' && endpoint.role === 'public' && isCacheable;
    const caching = isShared ? cacheControl : 'no-store';
    return async (req, res) => {
      const context = contextOf(res);
      context.route = path;
      if (endpoint.role === 'service') admitService(req, serviceToken);
      const caller = await identify(req, endpoint, context);
      const params = endpoint.params && parseOrRefuse(endpoint.params, req.params);
      const query = endpoint.query && parseOrRefuse(endpoint.query, req.query);
      let body: unknown;
      let file: UploadedFile | undefined;
      if (endpoint.file !== undefined) {
        ({ body, file } = await readFileBody(req, res, endpoint.file, {
          room,
          personId: caller?.userId ?? req.ip ?? '',
        }));
        if (endpoint.body !== undefined) body = parseOrRefuse(endpoint.body, body);
      } else if (endpoint.body !== undefined) {
        body = parseOrRefuse(endpoint.body, await readBody[endpoint.bodyFormat ?? 'json'](req, res));
      }
      const identity =
        caller && needsLiveSession(endpoint, body)
          ? await liveSessions.confirm(caller, { isBackground: isBackground(req) })
          : caller;
      const { requestId, traceparent } = context;
      let log: Logger | undefined;
      const answer = await handle({
        params,
        query,
        body,
        file,
        identity,
        right: endpoint.right,
        isStaff: hasRight(identity, endpoint.right),
        staff: staffCallOf(endpoint, identity, requestId),
        requestId,
        traceparent,
        headers: req.headers,
        address: req.ip ?? '',
        respond: { header: (name, value) => void res.append(name, value) },
        isAbandoned: () => res.closed,
        // Created on first use: most handlers log nothing.
        get log() {
          log ??= logger.child({ requestId, traceId: traceIdOf(traceparent) });
          return log;
        },
      });
      if (res.closed || res.headersSent) return;
      if (checkAnswers && endpoint.contentType === undefined) checkAnswer(endpoint, answer);
      const isPersonalAnswer = endpoint.variesByCaller && identity !== undefined;
      res.setHeader('Cache-Control', isPersonalAnswer ? 'no-store' : caching);
      res.statusCode = endpoint.status;
      // Express adds the ETag, and answers 304 when it matches.
      if (answer instanceof BytesAnswer) res.type(answer.contentType).send(answer.bytes);
      else if (answer instanceof CsvAnswer) await sendCsv(req, res, answer, timeZone);
      else res.json(answer);
    };
  }

  async function identify(req: express.Request, endpoint: Endpoint, context: RequestContext) {
    const { role } = endpoint;
    if (role === 'service') return undefined;
    const token = bearerToken(req);
    if (role === 'public') {
      // A stale token does not block public reads.
      return token === undefined ? undefined : currentCaller(token, req, context).catch(() => undefined);
    }
    if (token === undefined) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
    let identity = await currentCaller(token, req, context);
    if (role !== 'admin') {
      const isConfirmed = endpoint.confirmsSession !== true || identity.role === 'admin';
      return isConfirmed ? identity : liveSessions.confirm(identity, { isBackground: isBackground(req) });
    }
    // A passkey may have been added a moment ago.
    if (identity.needsPasskey) identity = await liveSessions.confirm(identity, { isFresh: true });
    if (identity.needsPasskey)
      throw new ProblemError(
        'passkey-needed',
        'This needs a passkey. Please add one, or sign in with yours.',
      );
    if (!hasRight(identity, endpoint.right)) {
      noteRefusal('right-missing');
      throw new ProblemError('not-allowed', 'You are not allowed to do this.');
    }
    if (!needsProof(endpoint, identity, Date.now())) return identity;
    // The password may have been entered a moment ago.
    const confirmedIdentity = await liveSessions.confirm(identity, { isFresh: true });
    if (needsProof(endpoint, confirmedIdentity, Date.now())) {
      noteRefusal('proof-needed');
      throw new ProblemError('proof-needed');
    }
    return confirmedIdentity;

    function noteRefusal(event: SecurityEvent) {
      const { requestId, traceparent } = context;
      noteSecurityEvent(logger.child({ requestId, traceId: traceIdOf(traceparent) }), event, {
        accountId: identity.userId,
        address: req.ip ?? '',
        ...(endpoint.right && { right: endpoint.right }),
      });
    }
  }

  /**
   * The token suffices for a customer. The roles of staff are confirmed on each call, because the token is valid for
   * fifteen minutes.
   */
  async function currentCaller(
    token: string,
    req: express.Request,
    context: RequestContext,
  ): Promise<Identity> {
    const identity = await verifier.verify(token, isBackground(req));
    context.accountId = identity.userId;
    return identity.role === 'admin'
      ? liveSessions.confirm(identity, { isBackground: isBackground(req) })
      : identity;
  }

  function checkAnswer(endpoint: Endpoint, answer: unknown): void {
    const value: unknown = answer instanceof BytesAnswer ? JSON.parse(answer.bytes.toString()) : answer;
    const result = endpoint.answer.safeParse(value);
    if (result.success) return;
    throw new Error(`${service}: the answer of ${endpoint.id} breaks its contract: ${result.error.message}`);
  }
}

/** Whether the body decides that the session is confirmed. Staff, and callers of other endpoints, were confirmed before. */
function needsLiveSession({ confirmsSession }: Endpoint, body: unknown): boolean {
  if (confirmsSession === undefined || confirmsSession === true) return false;
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[confirmsSession.whenGiven];
  return value !== undefined;
}

const readBody = { json: readJsonBody, raw: readRawBody, form: readFormBody } as const;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Authenticates another service by the shared token, compared in constant time. */
function admitService(req: express.Request, serviceToken: string | undefined): void {
  const tokenHeader = singleHeader(req.headers['x-kinmel-service-token']);
  if (
    serviceToken === undefined ||
    tokenHeader === undefined ||
    !timingSafeEqual(digest(tokenHeader), digest(serviceToken))
  ) {
    throw new ProblemError('not-signed-in', 'This address is for services of the shop.');
  }
}

/** Whether the page sent the request without a recent input of the user. */
const isBackground = ({ headers }: express.Request) => headers[backgroundHeader] !== undefined;

function bearerToken({ headers: { authorization } }: express.Request): string | undefined {
  return authorization === undefined ? undefined : /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseOrRefuse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(result.error);
}

async function sendCsv(req: express.Request, res: express.Response, answer: CsvAnswer, timeZone: string) {
  const [rows, writer] = await answer.open(timeZone);
  res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('Content-Disposition', `attachment; filename="${answer.fileName}"`);
  if (req.method === 'HEAD') {
    rows.destroy();
    res.end();
    return;
  }
  await pipeline(rows, writer, res).catch((error: NodeJS.ErrnoException) => {
    // A client disconnect is not an error.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Groups the routes by path, fixed segments before parameters. Throws for duplicate routes. */
function routeTable(routes: readonly Route[]): { path: string; methods: Map<Endpoint['method'], Route> }[] {
  const table = new Map<string, Map<Endpoint['method'], Route>>();
  for (const route of routes) {
    for (const path of [route.endpoint.path, ...(route.endpoint.aliases ?? [])]) {
      const methods = table.get(path) ?? new Map<Endpoint['method'], Route>();
      if (methods.has(route.endpoint.method))
        throw new Error(`${route.endpoint.method} ${path} has two handlers.`);
      methods.set(route.endpoint.method, route);
      table.set(path, methods);
    }
  }
  const rank = (path: string) => path.replaceAll(/\{\w+\}/g, '\u{10ffff}');
  return [...table]
    .map(([path, methods]) => ({ path, methods }))
    .sort((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1));
}
