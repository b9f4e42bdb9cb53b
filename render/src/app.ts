import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { checkHealth, type HealthParts, type Logger, ProblemError, problemBody } from '@kinmel/service-kit';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { type PageParts, pageSchema, renderPage, setSchema } from './render-page.ts';

/** First-view data has at most 64 kB, and the registry is of similar size; server files of a set have some megabytes. */
const maxBytes = 32 * 1024 * 1024;

export interface AppParts extends PageParts {
  readonly registry: Registry;
  readonly logger: Logger;
  readonly ready: HealthParts;
  /** Called after an automatic rollback: the process has run faulty code, so it must be restarted. */
  readonly onRollback: () => void;
}

async function readBody<Schema extends z.ZodType>(
  req: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ProblemError('too-large');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new ProblemError('invalid-json', undefined, undefined, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new ProblemError('invalid-request', undefined, details);
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
  });
  res.end(body);
}

/** The endpoints for the gateway and for operators. */
export function createRenderListener(parts: AppParts): RequestListener {
  const { sets, registry, logger, ready, onRollback } = parts;
  let lastRollback: number | undefined;

  /** Throws when the process is ending because of a rollback that happened after its first page. */
  function assertNoNewRollback(rollback: number): void {
    lastRollback ??= rollback;
    if (rollback <= lastRollback) return;
    onRollback();
    throw new ProblemError('service-unavailable');
  }

  /** The gateway repeats a refused request with the server files, and may reach another instance. */
  async function assertLoadable({ files, ...versions }: z.output<typeof setSchema>): Promise<void> {
    if (await sets.canLoad(versions, files)) return;
    throw new ProblemError('conflict', 'Server files of this set of versions are missing.');
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const route = `${req.method} ${req.url}`;
    if (route === 'POST /internal/pages') {
      const page = await readBody(req, pageSchema);
      assertNoNewRollback(page.rollback);
      await assertLoadable(page);
      try {
        sendJson(res, 200, { success: true, html: await renderPage(parts, page) });
      } catch (error) {
        // Logs no address, because it may contain search terms.
        logger.warn(
          { err: error, remote: page.remote, path: page.address.split('?')[0] },
          'a page could not be rendered',
        );
        throw new ProblemError('service-unavailable', undefined, undefined, { cause: error });
      }
    } else if (route === 'POST /internal/sets') {
      const set = await readBody(req, setSchema);
      assertNoNewRollback(set.rollback);
      await assertLoadable(set);
      await sets.loadActive(set).warm();
      sendJson(res, 200, { success: true });
    } else if (route === 'GET /health/live') {
      res.end('ok');
    } else if (route === 'GET /health/ready') {
      const report = await checkHealth(ready);
      sendJson(res, report.status === 'ready' ? 200 : 503, report);
    } else if (route === 'GET /metrics') {
      res.setHeader('Content-Type', registry.contentType);
      res.end(await registry.metrics());
    } else {
      throw new ProblemError('not-found');
    }
  }

  return (req, res) => {
    answer(req, res).catch((error: unknown) => {
      const problem = error instanceof ProblemError ? error : new ProblemError('service-unavailable');
      if (!(error instanceof ProblemError)) logger.error({ err: error }, 'a request failed');
      if (res.headersSent) res.destroy();
      else sendJson(res, problem.status, problemBody(problem));
    });
  };
}
