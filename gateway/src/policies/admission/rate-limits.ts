import type { ServerResponse } from 'node:http';
import { browserReportsPath } from '@kinmel/contracts';
import { networkOf, networkTimes } from '@kinmel/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { isPage } from '../../html/page-match.ts';
import { sendProblem } from '../../problem-answer.ts';
import { type ApiRoutes, ownerOfUpload } from '../../upstreams/api-routes.ts';
import { isCrawlerFile } from '../answers/crawler-files.ts';
import { cspReportPath } from '../answers/csp-reports.ts';
import { type CounterOf, counterInMemory } from './shared-counts.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly routes: ApiRoutes;
  /** The account of a valid token. Without this function every caller counts as a visitor. */
  readonly accountOf?: ((req: Request) => Promise<string | undefined>) | undefined;
  readonly onRefused?: (kind: 'reads' | 'writes') => void;
  /** Counts in the memory of this process by default. */
  readonly counterOf?: CounterOf | undefined;
}

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
  const { readsPerMinute, writesPerMinute, routes, accountOf, onRefused } = options;
  const { counterOf = counterInMemory } = options;
  const limitsOf = (kind: 'reads' | 'writes', points: number) => {
    /** Counts a request; false when it was refused. */
    const limitOf = (name: string, maxRequests: number) => {
      const counter = counterOf(name, maxRequests);
      return async (res: Response, caller: keyof typeof texts, key: string): Promise<boolean> => {
        const { isOver, state } = await counter(`${caller} ${key}`);
        const remaining = Math.max(0, maxRequests - state.consumedPoints);
        const seconds = Math.ceil(state.msBeforeNext / 1000);
        res.setHeader('RateLimit-Policy', `${maxRequests};w=60`);
        res.setHeader('RateLimit', `limit=${maxRequests}, remaining=${remaining}, reset=${seconds}`);
        if (!isOver) return true;
        onRefused?.(kind);
        const headers = { 'Retry-After': String(seconds), Connection: 'close' };
        sendProblem(res, 'too-many-requests', headers, texts[caller]);
        return false;
      };
    };
    return {
      countForCaller: limitOf(kind, points),
      countForNetwork: limitOf(`${kind}-of-networks`, points * networkTimes),
    };
  };
  const reads = limitsOf('reads', readsPerMinute);
  const writes = limitsOf('writes', writesPerMinute);
  const pages = counterOf('pages', readsPerMinute);
  const isRefused = (req: Request) =>
    req.path.startsWith('/api/') && routes.match(req.method, req.path)?.role !== 'public';
  const addressOf = ({ ip = 'unknown' }: Request) => networkOf(ip);

  /** False when the request was refused. */
  async function count(req: Request, res: Response, isRead: boolean): Promise<boolean> {
    const { countForCaller, countForNetwork } = isRead ? reads : writes;
    const account = await accountOf?.(req);
    if (account === undefined)
      return countForCaller(res, accountOf && isRefused(req) ? 'refused' : 'visitors', addressOf(req));
    return (await countForCaller(res, 'account', account)) && countForNetwork(res, 'network', addressOf(req));
  }

  async function countPage(req: Request, res: Response): Promise<void> {
    const { isOver } = await pages(addressOf(req));
    if (!isOver) return;
    onRefused?.('reads');
    withoutFirstData.add(res);
  }

  return async (req, res, next) => {
    const { method } = req;
    // A preflight carries no account, and causes no work.
    if (method === 'OPTIONS') return next();
    const isRead = method === 'GET' || method === 'HEAD';
    if (isCounted(req.url, req.path)) {
      if (!(await count(req, res, isRead))) return;
    } else if (isRead && isPage(req.path, req.headers.accept)) await countPage(req, res);
    next();
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
