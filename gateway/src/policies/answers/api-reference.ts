import { createRequire } from 'node:module';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Kinmel API</title><meta name="viewport" content="width=device-width"></head>
<body>
<p>Endpoints: <a href="/docs/openapi.json">OpenAPI</a> · Events: <a href="/docs/asyncapi.json">AsyncAPI</a></p>
<redoc spec-url="/docs/openapi.json"></redoc>
<script src="/docs/redoc.js"></script>
</body>
</html>
`;

/** Redoc sets inline styles and creates a worker from a blob. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs` in development: the endpoints in Redoc, and the generated OpenAPI and AsyncAPI files. */
export function apiReference(docsFolder: string): RequestHandler {
  const router = express.Router();
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(page);
  });
  const files: Record<string, () => string> = {
    '/docs/redoc.js': () => createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'),
    '/docs/openapi.json': () => join(docsFolder, 'api', 'openapi.json'),
    '/docs/asyncapi.json': () => join(docsFolder, 'events', 'asyncapi.json'),
  };
  for (const [path, file] of Object.entries(files))
    router.get(path, (_req, res) => res.sendFile(file(), { cacheControl: false, dotfiles: 'allow' }));
  return router;
}
