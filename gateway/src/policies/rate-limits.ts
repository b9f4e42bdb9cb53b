import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { sendProblem } from '../problem-answer.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
}

/**
 * Requests to the API per address and minute, reads and writes apart. Generous, so that an office or a class
 * behind one address is not stopped; tighter limits per account and action are the services' own. Pages, static
 * files and reads that are answered from kept bytes are not counted: they cost less than the counting. The counts
 * are of this process; shared ones come with a shared store when there are several gateways.
 */
export function rateLimits({ readsPerMinute, writesPerMinute }: RateLimitOptions): RequestHandler {
  const limit = (perMinute: number) =>
    rateLimit({
      windowMs: 60_000,
      limit: perMinute,
      standardHeaders: 'draft-7',
      legacyHeaders: false,
      // An address of IPv6 is counted by its network: one subscriber has many addresses.
      keyGenerator: (req) => ipKeyGenerator(req.ip ?? 'unknown', 56),
      validate: false,
      handler: (_req, res) => {
        const seconds = /reset=(\d+)/.exec(String(res.getHeader('RateLimit')))?.[1] ?? '60';
        sendProblem(res, 'too-many-requests', { 'Retry-After': seconds, Connection: 'close' });
      },
    });
  const reads = limit(readsPerMinute);
  const writes = limit(writesPerMinute);
  return (req, res, next) => {
    if (!req.path.startsWith('/api/')) return next();
    const isRead = req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS';
    void (isRead ? reads : writes)(req, res, next);
  };
}
