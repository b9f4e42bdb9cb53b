import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { UpstreamError } from './upstream-error.ts';

/** A whole answer of a service, body in memory. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FetchOptions {
  readonly agent: Agent;
  readonly target: URL;
  readonly deadlineMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text; the request is a POST with it. */
  readonly json?: string;
}

/** A public read is far smaller; what is larger is not worth keeping and goes by the proxy. */
const maxAnswerBytes = 8 * 1024 * 1024;

const jsonHeaders = (json: string) => [
  'Content-Type',
  'application/json',
  'Content-Length',
  String(Buffer.byteLength(json)),
];

/** One GET to a service, or a POST of JSON, all of it within the deadline. Rejects with an UpstreamError and nothing else. */
export function fetchAnswer(path: string, options: FetchOptions): Promise<UpstreamAnswer> {
  const { agent, target, deadlineMs, headers = {}, json } = options;
  const sent = json === undefined ? [] : jsonHeaders(json);
  return new Promise((resolve, reject) => {
    const fail = (fault: 'down' | 'timeout', cause?: unknown) => {
      clearTimeout(timer);
      reject(new UpstreamError(fault, { cause }));
      outgoing.destroy();
    };
    const outgoing = request(
      {
        agent,
        host: target.hostname,
        port: target.port || 80,
        path,
        method: json === undefined ? 'GET' : 'POST',
        // One flat list costs Node least.
        headers: ['Host', target.host, ...sent, ...Object.entries(headers).flat()],
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxAnswerBytes) fail('down');
          else chunks.push(chunk);
        });
        incoming.on('end', () => {
          clearTimeout(timer);
          resolve({
            status: incoming.statusCode ?? 502,
            headers: incoming.headers,
            body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
          });
        });
        incoming.on('error', (error) => fail('down', error));
        incoming.on('aborted', () => fail('down'));
      },
    );
    const timer = setTimeout(() => fail('timeout'), deadlineMs);
    outgoing.on('error', (error) => fail('down', error));
    outgoing.end(json);
  });
}
