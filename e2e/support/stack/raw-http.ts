import { connect } from 'node:net';
import { stackState } from './stack-control.ts';

export interface RawAnswer {
  status: number;
  contentType: string;
  text: string;
  ms: number;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One request over a raw socket: `fetch` and node:http normalize paths such as `/uploads/../x`. */
export async function rawRequest(target: string, { method = 'GET', headers = {}, body }: RawRequest = {}) {
  const { ports } = await stackState();
  const startedAt = performance.now();
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: localhost:${ports.gateway}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || headers['Content-Length']
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    '',
  ].join('\r\n');
  return new Promise<RawAnswer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port: ports.gateway }, () => {
      socket.write(Buffer.from(head, 'latin1'));
      if (body !== undefined) socket.write(body);
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error(`${method} ${target.slice(0, 80)}: no answer`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => {
      // A server that refuses a request before its whole body was sent closes the connection; the received response counts.
      if (chunks.length === 0) reject(error);
    });
    socket.on('close', () => {
      const received = Buffer.concat(chunks).toString('utf8');
      const end = received.indexOf('\r\n\r\n');
      const lines = received.slice(0, end).split('\r\n');
      const header = (name: string) =>
        lines
          .find((line) => line.toLowerCase().startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? '';
      const raw = received.slice(end + 4);
      // Refusals are short: one chunk.
      const text =
        header('transfer-encoding') === 'chunked'
          ? raw.slice(raw.indexOf('\r\n') + 2, raw.lastIndexOf('\r\n0'))
          : raw;
      resolve({
        status: Number(lines[0]?.split(' ')[1]),
        contentType: header('content-type'),
        text,
        ms: performance.now() - startedAt,
      });
    });
  });
}
