import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Circuit } from './circuit.ts';
import { sendUpstreamProblem, UpstreamError } from './upstream-error.ts';

export interface ProxyOptions {
  readonly target: URL;
  readonly agent: Agent;
  readonly circuit: Circuit;
  /** Silence after which the service is given up; milliseconds. */
  readonly deadlineMs: number;
  /** Bytes of this request's body after which it is refused. */
  readonly bodyLimit: (req: IncomingMessage) => number;
  /** Called when the service has answered, before the first byte goes on to the client. */
  readonly onAnswer?: (req: IncomingMessage, res: ServerResponse, answer: IncomingMessage) => void;
  /** Called when a request ended without an answer: what it did is unknown. */
  readonly onFault?: (req: IncomingMessage, error: UpstreamError) => void;
  /** Called when a body is over its limit, instead of an answer. */
  readonly refuseBody: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Between two programs, not between client and service; and what would tell what runs inside. */
const droppedFromAnswer = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
  'server',
  'x-powered-by',
  'via',
];

interface Outcome {
  readonly startedAt: number;
  readonly resolve: () => void;
  readonly reject: (error: UpstreamError) => void;
}

/**
 * The one way from the gateway to a service: streams, keeps connections open, has a deadline and a circuit
 * breaker, and never answers with a text that names the service's host.
 */
export function proxyTo(options: ProxyOptions): RequestHandler {
  const { target, agent, circuit, deadlineMs, bodyLimit, onAnswer, onFault, refuseBody } = options;
  const outcomes = new WeakMap<IncomingMessage, Outcome>();

  const forward = createProxyMiddleware({
    target: target.href,
    agent,
    // The service never sees the Host header of the outside.
    changeOrigin: true,
    // NOTE: never the `timeout` option. It adds a listener to the client's socket with each request.
    proxyTimeout: deadlineMs,
    on: {
      proxyReq: (outgoing, req, res) => {
        const limit = bodyLimit(req);
        let bytes = 0;
        req.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= limit || outgoing.destroyed) return;
          req.unpipe(outgoing);
          outcomes.get(req)?.resolve();
          refuseBody(req, res);
          outgoing.destroy();
        });
      },
      proxyRes: (answer, req, res) => {
        for (const name of droppedFromAnswer) delete answer.headers[name];
        for (const name of Object.keys(answer.headers)) {
          // What a policy has set, a service cannot weaken.
          if (res.hasHeader(name)) delete answer.headers[name];
        }
        // Else the connection would be said to stay open, although the client or our own stop ends it.
        if (!res.shouldKeepAlive || res.getHeader('Connection') === 'close')
          answer.headers.connection = 'close';
        onAnswer?.(req, res, answer);
        outcomes.get(req)?.resolve();
      },
      error: (error, req) => {
        const outcome = outcomes.get(req);
        if (!outcome) return;
        // The deadline shows itself as a reset connection, as a dying service does; the time tells them apart.
        const wasDeadline = performance.now() - outcome.startedAt >= deadlineMs - 5;
        outcome.reject(new UpstreamError(wasDeadline ? 'timeout' : 'down', { cause: error }));
      },
    },
  });

  return (req, res) => {
    const attempt = () =>
      new Promise<void>((resolve, reject) => {
        outcomes.set(req, { startedAt: performance.now(), resolve, reject });
        // A client that went away says nothing about the service.
        res.once('close', resolve);
        // Faults come by the `error` event above; express must not hear of them a second time.
        forward(req, res, () => undefined).catch((error: unknown) =>
          reject(new UpstreamError('down', { cause: error })),
        );
      });
    circuit.run(attempt).catch((error: unknown) => {
      if (error instanceof UpstreamError) onFault?.(req, error);
      sendUpstreamProblem(res, error);
    });
  };
}
