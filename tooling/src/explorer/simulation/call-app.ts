import http from 'node:http';
import { Socket } from 'node:net';

export interface AppRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | object | undefined;
}

export interface AppAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An answer without the network: the request is passed to the app, which writes into memory. */
export function callApp(app: http.RequestListener, { method, path, headers = {}, body }: AppRequest) {
  return new Promise<AppAnswer>((resolve) => {
    const bytes =
      body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
    const req = new http.IncomingMessage(socket);
    req.method = method;
    req.url = path;
    req.httpVersion = '1.1';
    req.httpVersionMajor = 1;
    req.httpVersionMinor = 1;
    const requestHeaders: Record<string, string> = { host: 'shop' };
    if (bytes !== undefined) {
      requestHeaders['content-length'] = String(bytes.length);
      if (!Buffer.isBuffer(body)) requestHeaders['content-type'] = 'application/json';
    }
    for (const [name, value] of Object.entries(headers)) requestHeaders[name.toLowerCase()] = value;
    req.headers = requestHeaders;
    if (bytes !== undefined) req.push(bytes);
    req.push(null);
    req.complete = true;

    const res = new http.ServerResponse(req);
    const chunks: Buffer[] = [];
    /** Takes a chunk from Express, which writes texts and bytes. */
    const take = (chunk: unknown) => {
      if (chunk !== undefined && chunk !== null && typeof chunk !== 'function')
        chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string));
    };
    Object.assign(res, {
      write(chunk: unknown) {
        take(chunk);
        return true;
      },
      end(chunk?: unknown) {
        take(chunk);
        const responseHeaders: Record<string, string> = {};
        for (const [name, value] of Object.entries(res.getHeaders())) responseHeaders[name] = String(value);
        resolve({
          status: res.statusCode,
          headers: responseHeaders,
          text: Buffer.concat(chunks).toString('utf8'),
        });
        res.emit('finish');
        res.emit('close');
        return res;
      },
    });
    app(req, res);
  });
}
