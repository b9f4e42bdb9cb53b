import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import { sendUpstreamProblem, UpstreamError, type UpstreamFault } from './upstream-error.ts';
import type { Upstream } from './upstreams.ts';

export interface ProxyOptions {
  /** Silence after which the request to the service is ended; milliseconds. */
  readonly deadlineMs: number;
  /** Bytes that the body of this request may have when it is streamed; one that was read into `req.body` is sent from there. */
  readonly bodyLimit: (req: IncomingMessage) => number;
  /** Called when a streamed body is over its limit, instead of an answer. */
  readonly refuseBody: (req: IncomingMessage, res: ServerResponse) => void;
  /** Called with the head of the answer, before anything of it is sent to the client. */
  readonly onAnswer: (req: IncomingMessage, res: ServerResponse, answer: IncomingMessage) => void;
  /** Called when a request ended without an answer: whether the service acted on it is unknown. */
  readonly onFault: (req: IncomingMessage, error: UpstreamError) => void;
}

/** Headers of one connection only, and those that describe the software behind the gateway. */
const droppedFromAnswer = new Set([
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

/** A request on its way to the service, until its promise is settled. */
interface PendingCall {
  readonly resolve: () => void;
  readonly reject: (error: UpstreamError) => void;
  /** Undefined when the request has none, or when it is streamed. */
  readonly body: Buffer | undefined;
  /** Set when nothing moved for the whole deadline. */
  idleFault: UpstreamFault | undefined;
}

/**
 * Sends requests on to one service through http-proxy-middleware, guarded by the circuit of the service. A failure is
 * answered without the name of the service's host.
 */
export function proxyTo({ target, agent, circuit }: Upstream, options: ProxyOptions): RequestHandler {
  const { deadlineMs, bodyLimit, refuseBody, onAnswer, onFault } = options;
  const pending = new WeakMap<IncomingMessage, PendingCall>();

  const forward = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    // The connection to the service stays open, whatever the client asked for its own (it stands in `req.headers`).
    headers: { connection: 'keep-alive' },
    // Not `timeout`: that adds a listener to the client's socket with each request.
    proxyTimeout: deadlineMs,
    // The default plugins answer failures with the host of the service, and print to the console.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (outgoing, req, res) => {
        const call = pending.get(req);
        outgoing.once('timeout', () => {
          // While more of the client's body is to come, the silence is not the service's.
          if (call) call.idleFault = !req.complete && !req.isPaused() ? 'aborted' : 'timeout';
        });
        // The client may have been refused in the middle of its upload.
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
        // Refused in the meantime, because the body was too slow.
        if (res.headersSent) {
          answer.destroy();
          return;
        }
        onAnswer(req, res, answer);
        const { vary } = answer.headers;
        if (vary !== undefined) res.appendHeader('Vary', vary);
        for (const name of Object.keys(answer.headers)) {
          // A header that a policy has set cannot be weakened by a service.
          if (droppedFromAnswer.has(name) || res.hasHeader(name)) delete answer.headers[name];
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
      const failed = (cause: unknown) => reject(new UpstreamError('down', { cause }));
      forward(req, res, failed).catch(failed);
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

/** Reads the rest of a body and discards it, so that the client gets to its answer. */
function dropBody(req: IncomingMessage): void {
  req.unpipe();
  req.resume();
}
