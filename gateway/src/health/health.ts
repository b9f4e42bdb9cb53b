import { ownVersion } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.ts';
import { isCallerOnThisMachine } from '../policies/admission/hosts.ts';

const deadlineMs = 1000;
/** How long a report is reused, so that frequent probes cause no load. Milliseconds. */
const reuseMs = 250;
/** Shorter after a failed check, so that a start is noticed soon. */
const reuseNotReadyMs = 50;

interface Report {
  readonly isReady: boolean;
  readonly text: string;
}

/**
 * `GET /health/live` is 200 while the process runs. `GET /health/ready` is 200 when the gateway and every service are
 * ready, else 503. Only callers on this machine see the parts, one per line.
 */
export function health(context: GatewayContext): RequestHandler {
  const { upstreams, remotes, responseCache } = context;
  let report: Promise<Report> | undefined;

  async function check(): Promise<Report> {
    const services = await Promise.all(
      upstreams.all.map(async (upstream) => [upstream.name, await upstream.isReady(deadlineMs)] as const),
    );
    const parts = [['gateway', remotes.isReady && !context.isStopping] as const, ...services];
    const lines = parts.map(([name, isGood]) => `${name}: ${isGood ? 'ok' : 'not ready'}`);
    // Events and shell do not affect readiness: without events the shop is only slower, and a shell may wait for
    // remotes.
    lines.push(
      `events: ${responseCache.isOpen ? 'received' : 'not received, nothing is cached'}`,
      `shell: ${remotes.shellState}`,
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
      report = check();
      const forget = () => {
        report = undefined;
      };
      report.then(
        ({ isReady: isGood }) => setTimeout(forget, isGood ? reuseMs : reuseNotReadyMs).unref(),
        forget,
      );
    }
    const showsParts = isCallerOnThisMachine(req);
    report.then(({ isReady: isGood, text }) => {
      send(isGood ? 200 : 503, showsParts ? text : isGood ? 'ready\n' : 'not ready\n');
    }, next);
  };
}
