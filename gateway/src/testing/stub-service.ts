import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

/** A request as a stub received it. */
interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
}

export type StubService = Awaited<ReturnType<typeof startStub>>;

/** Answers as service-kit does: brotli when it is accepted, an entity tag for each encoding. */
export function sendJson(req: IncomingMessage, res: ServerResponse, value: unknown, tag = 'v1'): void {
  const bytes = Buffer.from(JSON.stringify(value));
  const acceptsBrotli = String(req.headers['accept-encoding']).includes('br');
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Powered-By': 'stub',
    ...(acceptsBrotli ? { 'Content-Encoding': 'br', ETag: `"${tag}-br"` } : { ETag: `"${tag}"` }),
  });
  res.end(acceptsBrotli ? brotliCompressSync(bytes) : bytes);
}

/** Listens on a free port of the loopback address. @returns its address */
export async function addressOf(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A real HTTP server on loopback in the place of a service. */
export async function startStub(answer: (req: IncomingMessage, res: ServerResponse, body: Buffer) => void) {
  let server: Server;
  let port = 0;
  const listen = async () => {
    server = createServer((req, res) => {
      const { method = '', url = '', headers } = req;
      void buffer(req)
        .catch(() => undefined)
        .then((body) => {
          if (body === undefined) return;
          requests.push({ method, url, headers, bytes: body.length });
          stub.answer(req, res, body);
        });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const requests: ReceivedRequest[] = [];
  const stub = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    requests,
    answer,
    start: listen,
    /** Breaks every connection and stops listening; `start` listens on the same port again. */
    kill: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  await listen();
  return stub;
}
