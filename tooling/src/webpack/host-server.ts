import { readFile } from 'node:fs/promises';
import { createServer, type Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Registry } from '@kinmel/contracts';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

interface HostServerOptions {
  /** Folder of the host's build; a function, because a watcher replaces it. */
  hostFolder: () => string;
  /** Served as `/remotes/<name>/<version>/`. */
  remotesFolder: string;
  registry: () => Promise<Registry>;
  /** Gateway of a running shop, for `/api` and `/uploads`. */
  upstream: string;
}

async function pageOf({ hostFolder, registry }: HostServerOptions): Promise<string> {
  const [html, content] = await Promise.all([readFile(join(hostFolder(), 'index.html'), 'utf8'), registry()]);
  const block = JSON.stringify(content).replaceAll('<', '\\u003c');
  return html.replace(
    '<meta name="kinmel-body">',
    () => `<script type="application/json" id="kinmel-registry">${block}</script>`,
  );
}

/**
 * A development server for one host: its files, remotes and registry, and a proxy for the API. Unlike the gateway it
 * has no policies.
 */
export function createHostServer(options: HostServerOptions): Server {
  const { upstream, remotesFolder, hostFolder } = options;
  const files = (folder: string) => express.static(folder, { cacheControl: false, index: false });
  const app = express().disable('x-powered-by');
  app.use(
    createProxyMiddleware({
      target: upstream,
      pathFilter: ['/api/**', '/uploads/**'],
      changeOrigin: true,
      on: {
        error(error, _request, response) {
          if (!(response instanceof ServerResponse)) return response.destroy();
          if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' });
          const message = `Nothing answers at ${upstream}: start the shop beside this (${String(error)})`;
          response.end(
            JSON.stringify({ success: false, message, error: message, code: 'service-unavailable' }),
          );
        },
      },
    }),
  );
  app.use((_request, response, next) => {
    response.set('cache-control', 'no-cache');
    next();
  });
  app.use('/remotes', files(remotesFolder));
  app.use('/shell/:version', (request, response, next) => files(hostFolder())(request, response, next));
  app.use(['/remotes', '/shell'], (_request, response) => {
    response.status(404).end();
  });
  app.use(async (_request, response) => {
    response.type('html').send(await pageOf(options));
  });
  return createServer(app);
}

/** Listens on the loopback address until Ctrl-C, which also calls `stop`. */
export function serveUntilStopped(server: Server, port: number, stop: () => Promise<void>): void {
  server.listen(port, '127.0.0.1');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close();
      stop().catch(console.error);
    });
}
