import type { ServerResponse } from 'node:http';
import { browserReportsPath } from '@kinmel/contracts';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import { isPage } from '../../html/page-match.ts';
import { sendProblem } from '../../problem-answer.ts';
import { ownerOfUpload } from '../../upstreams/api-routes.ts';
import { isCrawlerFile } from '../answers/crawler-files.ts';
import { cspReportPath } from '../answers/csp-reports.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly onRefused?: (kind: 'reads' | 'writes') => void;
  /** The store of each limit; by default the memory of this process. */
  readonly storeOf?: ((limit: 'reads' | 'writes' | 'pages') => Store) | undefined;
}

/** IPv6 prefix that is counted as one client: a subscriber has a whole network. */
const networkBits = 56;

/**
 * Limits the requests to the API per address and minute, reads and writes apart, high enough for an office behind one address;
 * services have tighter limits per account. Static files and cached responses are not counted. Pictures of people and reports of browsers
 * are, and calls that are refused afterwards. Pages that are not cached have a limit of their own: beyond it they are sent without
 * first-view data, so that they cause no requests to services. Several gateways can share their counts (`shared-counts.ts`).
 */
export function rateLimits(options: RateLimitOptions): RequestHandler {
  const { readsPerMinute, writesPerMinute, onRefused, storeOf } = options;
  const store = (limit: 'reads' | 'writes' | 'pages') => (storeOf ? { store: storeOf(limit) } : {});
  const perMinute = {
    windowMs: 60_000,
    legacyHeaders: false,
    keyGenerator: (req: Request) => ipKeyGenerator(req.ip ?? 'unknown', networkBits),
    validate: false,
  };
  const apiLimit = (kind: 'reads' | 'writes', limit: number) =>
    rateLimit({
      ...perMinute,
      ...store(kind),
      limit,
      standardHeaders: 'draft-7',
      handler: (_req, res) => {
        const seconds = /reset=(\d+)/.exec(String(res.getHeader('RateLimit')))?.[1] ?? '60';
        onRefused?.(kind);
        sendProblem(res, 'too-many-requests', { 'Retry-After': seconds, Connection: 'close' });
      },
    });
  const reads = apiLimit('reads', readsPerMinute);
  const writes = apiLimit('writes', writesPerMinute);
  const pages = rateLimit({
    ...perMinute,
    ...store('pages'),
    limit: readsPerMinute,
    standardHeaders: false,
    handler: (_req, res, next) => {
      onRefused?.('reads');
      withoutFirstData.add(res);
      next();
    },
  });
  return (req, res, next) => {
    const { method } = req;
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    if (isCounted(req.url, req.path)) void (isRead ? reads : writes)(req, res, next);
    else if (isRead && isPage(req.path, req.headers.accept)) void pages(req, res, next);
    else next();
  };
}

/** Requests that cause work in a service or, for crawlers, in the gateway. */
const isCounted = (url: string, path: string): boolean =>
  url.startsWith('/api/') ||
  path === cspReportPath ||
  path === browserReportsPath ||
  isCrawlerFile(path) ||
  ownerOfUpload(path) === 'auth';

const withoutFirstData = new WeakSet<ServerResponse>();

/** Whether services may be called for the first-view data of this page. */
export const mayAskForFirstData = (res: ServerResponse): boolean => !withoutFirstData.has(res);
