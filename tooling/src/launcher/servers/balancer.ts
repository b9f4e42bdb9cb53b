import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemCodes } from '@kinmel/contracts';
import { isListening } from '../processes/ports.ts';
import { waitUntilReady } from '../processes/wait.ts';
import { type RunningServer, runServer } from './running-server.ts';

/** A part of the shop with several instances behind its port. */
export interface BalancedPart {
  readonly name: string;
  readonly port: number;
  readonly instances: readonly number[];
  /** The gateway: it gets the client's address, and counts as ready even if a service is not. */
  readonly isFront: boolean;
}

/** Interval of the readiness checks of an instance, and their time limit. */
const checkEveryMs = 500;
const checkTimeoutMs = 2_000;

/** The time after which the balancer has noticed that an instance became ready or unready. */
export const noticeMs = checkEveryMs + checkTimeoutMs;

/** `DRAIN_WAIT_MS` of the instances: on a busy machine an instance still gets requests until a check has timed out. */
export const drainWaitMs = 2 * noticeMs;

const limits = `
global
  log stdout format raw daemon notice
defaults
  mode http
  log global
  timeout connect 1s
  timeout client 75s
  # The deadline of uploads is one minute.
  timeout server 130s
  timeout check ${checkTimeoutMs}ms
  retries 3
  option redispatch 1
  # A request that reached no instance is sent to another one; after a broken response only reads are retried.
  retry-on conn-failure empty-response
  default-server check inter ${checkEveryMs}ms fall 1 rise 1
`;

/** Calls of the shop's API expect its problems, not HAProxy's HTML. */
const problemAnswers = (['service-unavailable', 'service-timeout'] as const).map((code) => {
  const { status, text } = problemCodes[code];
  const body = JSON.stringify({ success: false, message: text, error: text, code });
  return `  http-error status ${status} content-type application/json string '${body}'`;
});

/** The configuration of HAProxy, which does what a Service of Kubernetes does with readiness probes. */
export const balancerConfiguration = (
  parts: readonly BalancedPart[],
  broker: { readonly port: number; readonly nodes: readonly number[] },
): string =>
  [
    limits.trim(),
    ...(broker.nodes.length === 0
      ? []
      : [
          [
            'listen broker',
            '  mode tcp',
            `  bind 127.0.0.1:${broker.port}`,
            // Heartbeats end a dead connection earlier.
            '  timeout client 1h',
            '  timeout server 1h',
            ...broker.nodes.map((node, index) => `  server broker-${index + 1} 127.0.0.1:${node}`),
          ].join('\n'),
        ]),
    ...parts.map(({ name, port, instances, isFront }) =>
      [
        `listen ${name}`,
        `  bind 127.0.0.1:${port}`,
        '  http-request disable-l7-retry unless METH_GET',
        '  option httpchk',
        '  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost hdr Connection close',
        // The condition of `/health/serving`, which an older release beside this one does not have (decision 133).
        ...(isFront
          ? ['  http-check expect string gateway:\\ ok', '  option forwardfor']
          : [`  http-check expect rstring '"mongo":"ok"|"status":"ready"'`, ...problemAnswers]),
        ...instances.map((instance, index) => `  server ${name}-${index + 1} 127.0.0.1:${instance}`),
      ].join('\n'),
    ),
    '',
  ].join('\n');

/** Runs HAProxy on the ports of the parts, and on that of a broker with several nodes. */
export function startBalancer(options: {
  readonly program: string;
  readonly parts: readonly BalancedPart[];
  readonly broker: { readonly port: number; readonly nodes: readonly number[] };
  readonly folder: string;
  readonly logFile: string;
}): Promise<RunningServer> {
  const { program, parts, broker, folder, logFile } = options;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, balancerConfiguration(parts, broker));
  return runServer(async (run) => {
    const child = await run({ name: 'HAProxy', command: program, args: ['-db', '-f', file], logFile });
    const isReady = async () =>
      (await Promise.all(parts.map(({ port }) => isListening(port)))).every(Boolean);
    await waitUntilReady({ name: 'HAProxy', child }, isReady, { withinMs: 30_000 });
  }, 3_000);
}
