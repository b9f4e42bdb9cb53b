import type { ServerResponse } from 'node:http';
import { browserReportsPath } from '@kinmel/contracts';
import { networkTimes } from '@kinmel/service-kit';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import { isPage } from '../../html/page-match.ts';
import { sendProblem } from '../../problem-answer.ts';
import { type ApiRoutes, ownerOfUpload } from '../../upstreams/api-routes.ts';
import { isCrawlerFile } from '../answers/crawler-files.ts';
import { cspReportPath } from '../answers/csp-reports.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly routes: ApiRoutes;
  /** The account of a valid token. Without it all are visitors. */
  readonly accountOf?: ((req: Request) => Promise<string | undefined>) | undefined;
  readonly onRefused?: (kind: 'reads' | 'writes') => void;
  /** The store of each limit; by default the memory of this process. */
  readonly storeOf?: ((limit: string) => Store) | undefined;
}

/** IPv6 prefix that is counted as one client: a subscriber has a whole network. */
const networkBits = 56;
const networkKey = (req: Request) => ipKeyGenerator(req.ip ?? 'unknown', networkBits);

const texts = {
  account: 'Too many requests from your account. Please try again in a minute.',
  refused: 'Too many calls that were refused. Please try again in a minute, or sign in.',
  network: 'Too many requests from your network. Please try again in a minute, or use another connection.',
  visitors:
    'Too many requests from your network. Please try again in a minute, or sign in: an account is counted by itself.',
} as const;

/**
 * Limits the requests to the API per minute, reads and writes separately: of an account, and of all accounts of its
 * network ten times as many, as thousands of phones share the address of a carrier; of visitors by the network. Services
 * have tighter limits. Static files, cached responses and preflights are not counted. Pictures of people and reports of
 * browsers are. Calls without an account that are refused afterwards have counts of their own, so that they do not use
 * up those of visitors. Pages that are not cached have a limit of their own: beyond it they are sent without first-view
 * data, so that they cause no requests to services. Several gateways can share their counts (`shared-counts.ts`).
 */
export function rateLimits(options: RateLimitOptions): RequestHandler {
  const { readsPerMinute, writesPerMinute, routes, accountOf, onRefused, storeOf } = options;
  const store = (limit: string) => (storeOf ? { store: storeOf(limit) } : {});
  const perMinute = {
    windowMs: 60_000,
    legacyHeaders: false,
    keyGenerator: networkKey,
    validate: false,
  };
  const callers = new WeakMap<Request, readonly [kind: keyof typeof texts, key: string]>();
  const apiLimit = (kind: 'reads' | 'writes', limit: number, counts: string = kind) =>
    rateLimit({
      ...perMinute,
      ...store(counts),
      limit,
      keyGenerator: (req) => callers.get(req)?.join(' ') ?? networkKey(req),
      standardHeaders: 'draft-7',
      handler: (req, res) => {
        const seconds = /reset=(\d+)/.exec(String(res.getHeader('RateLimit')))?.[1] ?? '60';
        onRefused?.(kind);
        const text = texts[callers.get(req)?.[0] ?? 'visitors'];
        sendProblem(res, 'too-many-requests', { 'Retry-After': seconds, Connection: 'close' }, text);
      },
    });
  const limitsOf = (kind: 'reads' | 'writes', limit: number) => ({
    one: apiLimit(kind, limit),
    network: apiLimit(kind, limit * networkTimes, `${kind}-of-networks`),
  });
  const reads = limitsOf('reads', readsPerMinute);
  const writes = limitsOf('writes', writesPerMinute);
  const isRefused = (req: Request) =>
    req.path.startsWith('/api/') && routes.match(req.method, req.path)?.role !== 'public';
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
  const count = async (req: Request, res: Response, isRead: boolean, next: NextFunction) => {
    const { one, network } = isRead ? reads : writes;
    const account = await accountOf?.(req);
    if (account === undefined) {
      callers.set(req, [accountOf && isRefused(req) ? 'refused' : 'visitors', networkKey(req)]);
      return one(req, res, next);
    }
    callers.set(req, ['account', account]);
    return one(req, res, (error?: unknown) => {
      if (error !== undefined) return next(error);
      callers.set(req, ['network', networkKey(req)]);
      void network(req, res, next);
    });
  };
  return (req, res, next) => {
    const { method } = req;
    // A preflight carries no account, and causes no work.
    if (method === 'OPTIONS') return next();
    const isRead = method === 'GET' || method === 'HEAD';
    if (isCounted(req.url, req.path)) count(req, res, isRead, next).then(undefined, next);
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
