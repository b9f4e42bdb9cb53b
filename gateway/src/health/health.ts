import type { RequestHandler } from 'express';
import { isCallerOnThisMachine } from '../policies/admission/hosts.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';

export interface HealthOptions {
  readonly upstreams: Upstreams;
  /** Whether the gateway itself can serve the shop: there is a shell to show and it is not stopping. */
  readonly isReady: () => boolean;
  /** Which build of the shell is shown, and which one waits. The last good one is shown meanwhile, so that it does not count. */
  readonly shellState: () => string;
  /** Whether changes are heard. Without it the shop works, only slower: it is shown and does not count. */
  readonly hearsChanges: () => boolean;
  readonly deadlineMs?: number;
  /** How long one look at the services is good for, so that asking often does not become a load of its own. */
  readonly keepMs?: number;
  /** The same after a check that failed: shorter, so that a start is noticed soon. */
  readonly keepNotReadyMs?: number;
}

interface Report {
  readonly isReady: boolean;
  readonly text: string;
}

/**
 * `GET /health/live` says that the process answers and touches nothing else. `GET /health/ready` is 200 when the
 * gateway and every service can work, else 503. Only callers on this machine see the parts, one line for each.
 */
export function health(options: HealthOptions): RequestHandler {
  const {
    upstreams,
    isReady,
    shellState,
    hearsChanges,
    deadlineMs = 1000,
    keepMs = 250,
    keepNotReadyMs = 50,
  } = options;
  let report: Promise<Report> | undefined;

  async function look(): Promise<Report> {
    const services = await Promise.all(
      upstreams.all.map(async (upstream) => [upstream.name, await upstream.isReady(deadlineMs)] as const),
    );
    const parts = [['gateway', isReady()] as const, ...services];
    const lines = parts.map(([name, isGood]) => `${name}: ${isGood ? 'ok' : 'not ready'}`);
    lines.push(
      `changes: ${hearsChanges() ? 'heard' : 'not heard, nothing is kept'}`,
      `shell: ${shellState()}`,
    );
    return { isReady: parts.every(([, isGood]) => isGood), text: `${lines.join('\n')}\n` };
  }

  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const send = (status: number, text: string) => {
      res.status(status).set('Cache-Control', 'no-store').type('text/plain').send(text);
    };
    if (req.path === '/health/live') return send(200, 'ok');
    if (req.path !== '/health/ready') return next();
    if (!report) {
      report = look();
      const forget = () => {
        report = undefined;
      };
      report.then(
        ({ isReady: isGood }) => setTimeout(forget, isGood ? keepMs : keepNotReadyMs).unref(),
        forget,
      );
    }
    const namesParts = isCallerOnThisMachine(req);
    report.then(({ isReady: isGood, text }) => {
      send(isGood ? 200 : 503, namesParts ? text : isGood ? 'ready\n' : 'not ready\n');
    }, next);
  };
}
