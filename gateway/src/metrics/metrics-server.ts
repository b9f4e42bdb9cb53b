import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * Serves `GET /metrics` to operators on its own port: the public address answers 404. The server does not listen yet.
 */
export function createMetricsServer(registry: Registry): Server {
  return createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
}
