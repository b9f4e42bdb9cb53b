import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problemCodes } from '@kinmel/contracts';
import { createApp } from './app.ts';
import type { GatewayContext } from './context.ts';
import { carriesAdminCookie } from './policies/admission/admin-files.ts';
import { crossOriginCalls } from './policies/admission/cross-origin.ts';
import { foreignHosts, namesTwoHosts } from './policies/admission/hosts.ts';
import { answerBeforePolicies } from './policies/answers/cached-responses.ts';
import { nextRequestId } from './policies/tracing/request-id.ts';
import { carriesPreviewCookie } from './previews/previews.ts';
import { problemBytes, sendProblem } from './problem-answer.ts';
import type { CachedResponse } from './response-cache/cached-response.ts';

const parserFaults: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Answers on a socket without a request object, and closes it. */
function refuseSocket(context: GatewayContext, socket: Socket, code: ProblemCode, headers = ''): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const id = nextRequestId();
  const body = problemBytes(code, id);
  const status = problemCodes[code].status;
  const securityLines = context.headers.data.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${securityLines}${headers}X-Request-Id: ${id}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.toString('utf8')}`,
    // A client that never reads would otherwise keep the socket open.
    () => socket.destroySoon(),
  );
}

/** Answers cached responses before Express, and everything else through the policies of `createApp`. */
export function createGatewayListener(context: GatewayContext): RequestListener {
  const { responseCache, htmlPages, limits, metrics } = context;

  const findCached = (req: IncomingMessage, res: ServerResponse): CachedResponse | undefined => {
    const url = req.url ?? '';
    if (url.startsWith('/api/')) return responseCache.findFor(req);
    // Pages for admins list more remotes, and previews another version; the cookies are verified later.
    const isPublic = !carriesAdminCookie(req) && !carriesPreviewCookie(req);
    const page = isPublic ? htmlPages.findCached(req) : undefined;
    if (page) context.pageVisitor(req, res);
    return page;
  };
  const answer = answerBeforePolicies(
    findCached,
    { headerCount: limits.headerCount, onCached: metrics.countCached },
    createApp(context),
  );
  const { GATEWAY_PUBLIC_URL, GATEWAY_API_URL } = context.config;
  const isForeign = foreignHosts(GATEWAY_PUBLIC_URL, GATEWAY_API_URL);
  const allowCrossOrigin = crossOriginCalls(context.callingOrigins);
  return (req, res) => {
    const hasTwoHosts = namesTwoHosts(req);
    if (!hasTwoHosts && !isForeign(req)) {
      allowCrossOrigin?.(req, res);
      return answer(req, res);
    }
    for (const [name, value] of context.headers.data) res.setHeader(name, value);
    res.setHeader('X-Request-Id', nextRequestId());
    const message = hasTwoHosts ? 'The request names two hosts.' : 'This shop has another address.';
    sendProblem(res, 'invalid-request', { Connection: 'close' }, message);
  };
}

/** Limits all connections and, where client addresses are known, those per address. */
function boundConnections(server: Server, { config }: GatewayContext): void {
  server.maxConnections = config.GATEWAY_CONNECTIONS;
  // Behind a proxy all connections have its address.
  if (config.GATEWAY_TRUSTED_PROXIES > 0) return;
  const connectionsByAddress = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const count = (connectionsByAddress.get(address) ?? 0) + 1;
    if (count > config.GATEWAY_CONNECTIONS_PER_ADDRESS) {
      socket.destroy();
      return;
    }
    connectionsByAddress.set(address, count);
    socket.once('close', () => {
      const remaining = (connectionsByAddress.get(address) ?? 1) - 1;
      if (remaining === 0) connectionsByAddress.delete(address);
      else connectionsByAddress.set(address, remaining);
    });
  });
}

/** The HTTP server with connection limits and time-outs, not listening yet. */
export function createGatewayServer(context: GatewayContext, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      // For uploads; other bodies have a shorter limit (policies/admission/limits.ts).
      requestTimeout: 120_000,
      // Longer than that of load balancers, so that they never reuse a closed connection.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: true,
      insecureHTTPParser: false,
      shouldUpgradeCallback: (req: IncomingMessage) => /^websocket$/i.test(req.headers.upgrade ?? ''),
    },
    listener,
  );
  server.maxRequestsPerSocket = 0;
  boundConnections(server, context);
  // Closes connections of clients that do not read their answers.
  const { GATEWAY_DEADLINE_MS, GATEWAY_UPLOAD_DEADLINE_MS } = context.config;
  server.timeout = 2 * Math.max(GATEWAY_DEADLINE_MS, GATEWAY_UPLOAD_DEADLINE_MS);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !(socket as Socket).writable) {
      socket.destroy();
      return;
    }
    refuseSocket(context, socket as Socket, parserFaults[error.code ?? ''] ?? 'invalid-request');
  });
  server.on('connect', (_req, socket) =>
    refuseSocket(
      context,
      socket as Socket,
      'method-not-allowed',
      'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n',
    ),
  );
  // The shop has no websockets.
  server.on('upgrade', (_req, socket) => refuseSocket(context, socket as Socket, 'invalid-request'));
  return server;
}
