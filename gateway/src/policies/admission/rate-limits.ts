import type { RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';
import { networkOf } from './network-of.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly onRefused?: (kind: 'reads' | 'writes') => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

const windowMs = 60_000;

interface Count {
  requests: number;
  readonly endsAt: number;
}

/**
 * Counts by address, each in a minute that begins with its first request. Minutes that are over are thrown away
 * together, once a minute, so that a stranger's addresses do not stay in memory.
 */
function countPerMinute(now: () => number): (address: string) => Count {
  let counts = new Map<string, Count>();
  let sweptAt = now();
  return (address) => {
    const at = now();
    if (at - sweptAt >= windowMs) {
      counts = new Map([...counts].filter(([, { endsAt }]) => endsAt > at));
      sweptAt = at;
    }
    let count = counts.get(address);
    if (!count || count.endsAt <= at) {
      count = { requests: 0, endsAt: at + windowMs };
      counts.set(address, count);
    }
    count.requests += 1;
    return count;
  };
}

/**
 * Requests to the API per address and minute, reads and writes apart. Generous, so that an office or a class
 * behind one address is not stopped; tighter limits per account and action are the services' own. Pages, static
 * files and reads that are answered from kept bytes are not counted: they cost less than the counting. The counts
 * are of this process; shared ones come with a shared store when there are several gateways.
 */
export function rateLimits(options: RateLimitOptions): RequestHandler {
  const { readsPerMinute, writesPerMinute, onRefused, now = () => performance.now() } = options;
  const limitOf = (perMinute: number) => ({
    perMinute,
    count: countPerMinute(now),
    policy: `${perMinute};w=${windowMs / 1000}`,
  });
  const reads = limitOf(readsPerMinute);
  const writes = limitOf(writesPerMinute);
  return (req, res, next) => {
    const { method } = req;
    if (!req.url.startsWith('/api/')) return next();
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const { perMinute, count, policy } = isRead ? reads : writes;
    const { requests, endsAt } = count(networkOf(req.ip ?? 'unknown'));
    const seconds = Math.ceil((endsAt - now()) / 1000);
    res.setHeader('RateLimit-Policy', policy);
    res.setHeader(
      'RateLimit',
      `limit=${perMinute}, remaining=${Math.max(0, perMinute - requests)}, reset=${seconds}`,
    );
    if (requests <= perMinute) return next();
    onRefused?.(isRead ? 'reads' : 'writes');
    sendProblem(res, 'too-many-requests', { 'Retry-After': String(seconds), Connection: 'close' });
  };
}
