import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { Circuit } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { sendUpstreamProblem, UpstreamError } from './upstream-error.ts';

export interface ProxyOptions {
  readonly target: URL;
  readonly agent: Agent;
  readonly circuit: Circuit;
  /** Silence after which the service is given up; milliseconds. */
  readonly deadlineMs: number;
  /** Bytes of this request's body after which it is refused. */
  readonly bodyLimit: (req: IncomingMessage) => number;
  /**
   * Takes in the whole body before the service is asked, so that a client that sends it slowly holds no place there. For bodies
   * that are small enough to be kept.
   */
  readonly takesBodyFirst?: boolean;
  /** Called when the service has answered, before the first byte goes on to the client. */
  readonly onAnswer?: (req: IncomingMessage, res: ServerResponse, answer: IncomingMessage) => void;
  /** Called when a request ended without an answer: what it did is unknown. */
  readonly onFault?: (req: IncomingMessage, error: UpstreamError) => void;
  /** Called when a body is over its limit, instead of an answer. */
  readonly refuseBody: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Between two programs, not between client and service; and what would tell what runs inside. */
const droppedFromAnswer = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  // Node frames what we send by itself, for old clients too.
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'via',
]);

const carriesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

const mayCarryBody = (method: string | undefined) =>
  method === 'POST' || method === 'PUT' || method === 'PATCH';

/** There was a connection, and the service or its system ended it. */
const isBrokenConnection = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE';

/** Names and values in one flat list, the form that costs Node least. */
function headersFor(req: IncomingMessage, host: string): string[] {
  // The service never sees the Host header of the outside.
  const list = ['Host', host];
  const { headers, method } = req;
  for (const name in headers) {
    const value = headers[name];
    if (name === 'host' || name === 'transfer-encoding' || value === undefined) continue;
    list.push(name, typeof value === 'string' ? value : value.join(', '));
  }
  // In our own words, whatever the client's were: what we send is chunked and nothing else.
  if (headers['transfer-encoding'] !== undefined) list.push('Transfer-Encoding', 'chunked');
  else if (headers['content-length'] === undefined && mayCarryBody(method)) list.push('Content-Length', '0');
  return list;
}

/** Sends the body on as it comes, no faster than the service reads; more than `limit` bytes are reported, not sent. */
function sendBody(
  req: IncomingMessage,
  outgoing: ClientRequest,
  limit: number,
  onTooLarge: () => void,
): void {
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) onTooLarge();
    // The service has gone or has answered without it: what still comes is read and dropped.
    else if (!outgoing.destroyed && !outgoing.write(chunk)) req.pause();
  });
  req.on('end', () => outgoing.end());
  outgoing.on('drain', () => req.resume());
  outgoing.on('close', () => req.resume());
}

/** The whole body; `too-large` as soon as it is, `gone` when the client ends it before its end. */
function takeBody(req: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // What still comes is read and dropped.
      if (bytes > limit) resolve('too-large');
      else chunks.push(chunk);
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('close', () => resolve('gone'));
  });
}

/** Sends the answer on as it comes, no faster than the client reads; one that breaks off is broken off here too. */
function sendAnswer(answer: IncomingMessage, res: ServerResponse): void {
  const { headers } = answer;
  for (const name in headers) {
    const value = headers[name];
    // What a policy has set, a service cannot weaken.
    if (value !== undefined && !droppedFromAnswer.has(name) && !res.hasHeader(name))
      res.setHeader(name, value);
  }
  if (answer.statusMessage) res.statusMessage = answer.statusMessage;
  res.writeHead(answer.statusCode ?? 502);

  const length = Number(headers['content-length']);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    // Head and body leave together when the body is there at once.
    if (bytes === length) res.end(chunk);
    else if (!res.write(chunk)) {
      answer.pause();
      res.once('drain', () => answer.resume());
    }
  });
  answer.on('end', () => res.end());
  answer.on('error', () => res.destroy());
  answer.on('close', () => {
    if (!answer.complete) res.destroy();
  });
}

/**
 * The one way from the gateway to a service: streams, keeps connections open, has a deadline and a circuit
 * breaker, and never answers with a text that names the service's host.
 */
export function proxyTo(options: ProxyOptions): RequestHandler {
  const { target, agent, circuit, deadlineMs, bodyLimit, onAnswer, onFault, refuseBody } = options;
  const { takesBodyFirst = false } = options;
  const { host, hostname } = target;
  const port = target.port || 80;

  /** Resolves when the service has answered or the client needs no answer; rejects when there will be none. */
  const forward = (req: IncomingMessage, res: ServerResponse, body?: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      const outgoing = request({
        agent,
        host: hostname,
        port,
        method: req.method,
        path: req.url,
        headers: headersFor(req, host),
        timeout: deadlineMs,
      });
      let answer: IncomingMessage | undefined;
      let isLate = false;
      outgoing.on('timeout', () => {
        // While the client owes us the rest of its body the silence is not the service's, and its next byte starts the time anew.
        const isClientSilent = carriesBody(req) && !req.complete && !req.isPaused();
        if (isClientSilent) return;
        isLate = true;
        outgoing.destroy();
      });
      outgoing.on('error', (cause) => {
        // The deadline shows itself as a reset connection, as a dying service does; the time tells them apart.
        const wasDeadline = performance.now() - startedAt >= deadlineMs - 5;
        const isTorn = !isLate && carriesBody(req) && !outgoing.writableFinished && isBrokenConnection(cause);
        reject(new UpstreamError(isTorn ? 'torn' : wasDeadline ? 'timeout' : 'down', { cause }));
      });
      outgoing.on('response', (incoming) => {
        answer = incoming;
        // Refused in the meantime: a body that was too slow or too long.
        if (res.headersSent) return outgoing.destroy();
        onAnswer?.(req, res, incoming);
        sendAnswer(incoming, res);
        resolve();
      });
      res.once('close', () => {
        // A client that went away says nothing about the service.
        resolve();
        // A connection that is still in the middle of something must not be used again.
        if (!answer?.complete || !outgoing.writableFinished) outgoing.destroy();
      });
      if (body !== undefined || !carriesBody(req)) {
        outgoing.end(body);
        return;
      }
      sendBody(req, outgoing, bodyLimit(req), () => {
        if (outgoing.destroyed) return;
        resolve();
        refuseBody(req, res);
        outgoing.destroy();
      });
    });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!takesBodyFirst || !carriesBody(req)) return circuit.run(() => forward(req, res));
    const body = await takeBody(req, bodyLimit(req));
    // Refused in the meantime: too slow.
    if (body === 'gone' || res.headersSent) return;
    if (body === 'too-large') return refuseBody(req, res);
    return circuit.run(() => forward(req, res, body));
  }

  return (req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (error instanceof UpstreamError) onFault?.(req, error);
      sendUpstreamProblem(res, error);
    });
  };
}
