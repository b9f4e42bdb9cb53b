import { ownVersion } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { isCallerOnThisMachine } from '../policies/admission/hosts.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';

export interface HealthOptions {
  readonly upstreams: Upstreams;
  /** Whether there is a shell to show and the gateway is not stopping. */
  readonly isReady: () => boolean;
  /**
   * The active build of the shell, and a newer one that waits for compatible remotes. Does not affect
   * readiness.
   */
  readonly shellState: () => string;
  /** Whether events arrive. Without them the shop works, only slower, so this does not affect readiness. */
  readonly receivesEvents: () => boolean;
}

const deadlineMs = 1000;
/** How long a report is reused, so that frequent probes cause no load. Milliseconds. */
const keepMs = 250;
/** Shorter after a failed check, so that a start is noticed soon. */
const keepNotReadyMs = 50;

interface Report {
  readonly isReady: boolean;
  readonly text: string;
}

/**
 * `GET /health/live` is 200 while the process runs. `GET /health/ready` is 200 when the gateway and every service can
 * work, else 503. Only callers on this machine see the parts, one per line.
 */
export function health({ upstreams, isReady, shellState, receivesEvents }: HealthOptions): RequestHandler {
  let report: Promise<Report> | undefined;

  async function look(): Promise<Report> {
    const services = await Promise.all(
      upstreams.all.map(async (upstream) => [upstream.name, await upstream.isReady(deadlineMs)] as const),
    );
    const parts = [['gateway', isReady()] as const, ...services];
    const lines = parts.map(([name, isGood]) => `${name}: ${isGood ? 'ok' : 'not ready'}`);
    lines.push(
      `events: ${receivesEvents() ? 'received' : 'not received, nothing is cached'}`,
      `shell: ${shellState()}`,
      `version: ${ownVersion}`,
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
