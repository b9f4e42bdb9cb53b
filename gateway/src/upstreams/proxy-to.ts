import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import { sendUpstreamProblem, UpstreamError, type UpstreamFault } from './upstream-error.ts';
import type { Upstream } from './upstreams.ts';

export interface ProxyOptions {
  /** Idle time after which the request to the service is aborted, in milliseconds. */
  readonly deadlineMs: number;
  /** Maximum number of bytes of a streamed body. A body that was read into `req.body` is sent from there. */
  readonly bodyLimit: (req: IncomingMessage) => number;
  /** Called instead of an answer when a streamed body exceeds its limit. */
  readonly refuseBody: (req: IncomingMessage, res: ServerResponse) => void;
  /** Called with the head of the answer, before anything is sent to the client. */
  readonly onAnswer: (req: IncomingMessage, res: ServerResponse, answer: IncomingMessage) => void;
  /** Called when a request ended without an answer: the service may have executed it. */
  readonly onFault: (req: IncomingMessage, error: UpstreamError) => void;
}

/** Hop-by-hop headers, and headers that reveal the software behind the gateway. */
const droppedAnswerHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'via',
]);

/** A proxied request that has not been answered yet. */
interface PendingCall {
  readonly resolve: () => void;
  readonly reject: (error: UpstreamError) => void;
  /** Undefined without a body, or for a streamed one. */
  readonly body: Buffer | undefined;
  /** Set when no data was transferred in either direction within the deadline. */
  idleFault: UpstreamFault | undefined;
}

/**
 * Proxies requests to one service with http-proxy-middleware, guarded by the circuit of the service. Error
 * answers do not contain the host of the service.
 */
export function proxyTo({ target, agent, circuit }: Upstream, options: ProxyOptions): RequestHandler {
  const { deadlineMs, bodyLimit, refuseBody, onAnswer, onFault } = options;
  const pending = new WeakMap<IncomingMessage, PendingCall>();

  const forward = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    // The connection to the service is kept alive, whatever the client asked for its own in `req.headers`.
    headers: { connection: 'keep-alive' },
    // Not `timeout`, which adds a listener to the socket of the client with every request.
    proxyTimeout: deadlineMs,
    // The default plugins put the host of the service into error answers, and print to the console.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (outgoing, req, res) => {
        const call = pending.get(req);
        outgoing.once('timeout', () => {
          // While the client has not sent its whole body, the client is idle and not the service.
          if (call) call.idleFault = !req.complete && !req.isPaused() ? 'aborted' : 'timeout';
        });
        // The client may have been refused during its upload.
        res.once('close', () => {
          if (!outgoing.writableFinished) outgoing.destroy();
        });
        if (call?.body) {
          outgoing.write(call.body);
          return;
        }
        const limit = bodyLimit(req);
        let bytes = 0;
        req.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= limit || outgoing.destroyed) return;
          call?.resolve();
          dropBody(req);
          refuseBody(req, res);
          outgoing.destroy();
        });
      },
      proxyRes: (answer, req, res) => {
        pending.get(req)?.resolve();
        // Already refused, because the body arrived too slowly.
        if (res.headersSent) {
          answer.destroy();
          return;
        }
        onAnswer(req, res, answer);
        const { vary } = answer.headers;
        if (vary !== undefined) res.appendHeader('Vary', vary);
        for (const name of Object.keys(answer.headers)) {
          // A service cannot override a header that a policy has set.
          if (droppedAnswerHeaders.has(name) || res.hasHeader(name)) delete answer.headers[name];
        }
      },
      error: (error: NodeJS.ErrnoException, req) => {
        const isBroken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        const call = pending.get(req);
        const fault = call?.idleFault ?? (isBroken && !req.complete ? 'aborted' : 'down');
        call?.reject(new UpstreamError(fault, { cause: error }));
      },
    },
  });

  /** Resolves when the service has answered or the client has left; rejects with an UpstreamError. */
  const call = (req: Request, res: Response) =>
    new Promise<void>((resolve, reject) => {
      const body: unknown = req.body;
      pending.set(req, {
        resolve,
        reject,
        body: Buffer.isBuffer(body) && body.length > 0 ? body : undefined,
        idleFault: undefined,
      });
      res.once('close', resolve);
      const fail = (cause: unknown) => reject(new UpstreamError('down', { cause }));
      forward(req, res, fail).catch(fail);
    });

  return (req, res) => {
    circuit
      .run(() => call(req, res))
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) onFault(req, error);
        dropBody(req);
        sendUpstreamProblem(res, error);
      });
  };
}

/** Reads and discards the rest of a body, so that the client reads its answer. */
function dropBody(req: IncomingMessage): void {
  req.unpipe();
  req.resume();
}
