import type { Request, Response } from 'express';
import { rateLimits } from './rate-limits.ts';

interface Sent {
  status: number;
  headers: Record<string, unknown>;
}

/** A request of `ip` through the policy; answers the status that it sent, 200 when it let the request through. */
function ask(policy: ReturnType<typeof rateLimits>, ip: string, method = 'GET', url = '/api/products'): Sent {
  const sent: Sent = { status: 0, headers: {} };
  const req = { ip, method, url } as Request;
  const res = {
    req,
    headersSent: false,
    setHeader: (name: string, value: unknown) => {
      sent.headers[name] = value;
    },
    getHeader: (name: string) => sent.headers[name],
    removeHeader: () => undefined,
    writeHead: (status: number, headers: object) => {
      sent.status = status;
      Object.assign(sent.headers, headers);
    },
    end: () => undefined,
  } as unknown as Response;
  void policy(req, res, () => {
    sent.status = 200;
  });
  return sent;
}

describe('rate limits (K-11)', () => {
  it('begin anew a minute after the first request, for each address by itself, and say when', () => {
    let now = 0;
    const policy = rateLimits({ readsPerMinute: 2, writesPerMinute: 1, now: () => now });
    expect(ask(policy, '10.0.0.1').headers['RateLimit']).toBe('limit=2, remaining=1, reset=60');
    now = 30_000;
    expect(ask(policy, '10.0.0.1').status).toBe(200);
    const refused = ask(policy, '10.0.0.1');
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'Retry-After': '30',
        RateLimit: 'limit=2, remaining=0, reset=30',
        'RateLimit-Policy': '2;w=60',
      },
    });
    expect(ask(policy, '10.0.0.2').status).toBe(200);
    now = 59_999;
    expect(ask(policy, '10.0.0.1').status).toBe(429);
    now = 60_000;
    expect(ask(policy, '10.0.0.1').status).toBe(200);
    // The other's minute began later and goes on.
    expect(ask(policy, '10.0.0.2').headers['RateLimit']).toBe('limit=2, remaining=0, reset=30');
  });

  it('count reads and writes apart, and what is not the API not at all', () => {
    const policy = rateLimits({ readsPerMinute: 1, writesPerMinute: 1, now: () => 0 });
    const statuses = [
      ask(policy, '::1'),
      ask(policy, '::1', 'POST'),
      ask(policy, '::1', 'HEAD'),
      ask(policy, '::1', 'DELETE'),
      ask(policy, '::1', 'GET', '/'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429, 429, 200]);
  });
});
