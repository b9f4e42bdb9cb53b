import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import type { Registry } from '@kinmel/contracts';

interface HostServerOptions {
  /** The folder of the host's build in force; asked for at each page, because a watcher replaces it. */
  hostFolder: () => string;
  /** Where remotes are served from, as `/remotes/<name>/<version>/`. */
  remotesFolder: string;
  registry: () => Promise<Registry>;
  /** What answers `/api` and `/uploads`: the gateway of a running shop. */
  upstream: string;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** The file in a folder that an address names; undefined when it is not there or leads outside. */
async function findFile(folder: string, path: string): Promise<string | undefined> {
  const file = resolve(folder, `.${path}`);
  if (!file.startsWith(resolve(folder) + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? file : undefined;
}

async function sendFile(response: ServerResponse, request: IncomingMessage, file: string): Promise<void> {
  const asBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? `${file}.br` : undefined;
  const encoded = asBrotli && (await stat(asBrotli).catch(() => undefined)) ? asBrotli : undefined;
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    ...(encoded ? { 'content-encoding': 'br' } : {}),
  });
  createReadStream(encoded ?? file).pipe(response);
}

async function sendPage(
  response: ServerResponse,
  { hostFolder, registry }: HostServerOptions,
): Promise<void> {
  const [html, content] = await Promise.all([readFile(join(hostFolder(), 'index.html'), 'utf8'), registry()]);
  const block = JSON.stringify(content).replaceAll('<', '\\u003c');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  response.end(
    html.replace(
      '<meta name="kinmel-body">',
      () => `<script type="application/json" id="kinmel-registry">${block}</script>`,
    ),
  );
}

function passOn(request: IncomingMessage, response: ServerResponse, upstream: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const target = new URL(request.url ?? '/', upstream);
    const onward = requestOf(target, {
      method: request.method,
      headers: { ...request.headers, host: target.host },
    });
    onward.on('error', reject);
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      resolve();
    });
    request.pipe(onward);
  });
}

/**
 * A small server for one page-drawing host on a developer's machine: its files, remotes and their registry, and the
 * shop's API passed on. The gateway is what the shop uses; this one has no policies.
 */
export function createHostServer(options: HostServerOptions): Server {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/') || pathname.startsWith('/uploads/')) {
      return passOn(request, response, options.upstream);
    }
    const [, area, ...rest] = pathname.split('/');
    const folder = area === 'remotes' ? options.remotesFolder : options.hostFolder();
    const path = area === 'remotes' ? `/${rest.join('/')}` : `/${rest.slice(1).join('/')}`;
    const file = area === 'remotes' || area === 'shell' ? await findFile(folder, path) : undefined;
    if (file) return sendFile(response, request, file);
    if (area === 'remotes' || area === 'shell') {
      response.writeHead(404).end();
      return;
    }
    return sendPage(response, options);
  };
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' });
      const message = `Nothing answers at ${options.upstream}: start the shop beside this (${String(error)})`;
      response.end(JSON.stringify({ success: false, message, error: message, code: 'service-unavailable' }));
    });
  });
}
