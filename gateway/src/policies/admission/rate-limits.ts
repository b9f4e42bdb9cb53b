import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { sendProblem } from '../../problem-answer.ts';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly onRefused?: (kind: 'reads' | 'writes') => void;
}

/** Bits of an IPv6 address that are counted together: one subscriber has all addresses of such a network. */
const networkBits = 56;

/**
 * Requests to the API per address and minute, reads and writes apart. Generous, so that an office or a class
 * behind one address is not stopped; tighter limits per account and action are the services' own. Pages, static
 * files and reads that are answered from kept bytes are not counted: they cost less than the counting. The counts
 * are of this process; shared ones come with a shared store when there are several gateways.
 */
export function rateLimits({ readsPerMinute, writesPerMinute, onRefused }: RateLimitOptions): RequestHandler {
  const limitOf = (kind: 'reads' | 'writes', limit: number) =>
    rateLimit({
      windowMs: 60_000,
      limit,
      standardHeaders: 'draft-7',
      legacyHeaders: false,
      keyGenerator: (req) => ipKeyGenerator(req.ip ?? 'unknown', networkBits),
      validate: false,
      handler: (_req, res) => {
        const seconds = /reset=(\d+)/.exec(String(res.getHeader('RateLimit')))?.[1] ?? '60';
        onRefused?.(kind);
        sendProblem(res, 'too-many-requests', { 'Retry-After': seconds, Connection: 'close' });
      },
    });
  const reads = limitOf('reads', readsPerMinute);
  const writes = limitOf('writes', writesPerMinute);
  return (req, res, next) => {
    if (!req.url.startsWith('/api/')) return next();
    const { method } = req;
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    void (isRead ? reads : writes)(req, res, next);
  };
}
