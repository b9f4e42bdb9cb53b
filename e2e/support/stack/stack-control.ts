import type { ControlToken, StackState } from '../../setup/control-server.ts';

export type { StackState } from '../../setup/control-server.ts';

/** A part of the shop that a test may kill: a server, a service, or the gateway. */
export type StackPart =
  | 'database'
  | 'broker'
  | 'mail'
  | 'payments'
  | 'gateway'
  | 'render'
  | 'auth'
  | 'catalog'
  | 'offer'
  | 'order'
  | 'notification'
  | 'service-request'
  | 'device';

/** The parts that are processes of the shop itself, the gateway last. */
export const shopProcesses: readonly StackPart[] = [
  'auth',
  'catalog',
  'offer',
  'order',
  'notification',
  'service-request',
  'device',
  'render',
  'gateway',
];

async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
  const response = await fetch(`${process.env.KINMEL_E2E_CONTROL}${path}`, { method });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer;
}

/** Addresses, folders and process ids of the shop under test. */
export const stackState = (): Promise<StackState> => ask('GET', '/');

/** The signed-in admin of the sample data. */
export const adminToken = async (): Promise<string> => (await ask<ControlToken>('GET', '/admin-token')).token;

/** An access token that expired an hour ago. */
export const expiredToken = async (): Promise<string> =>
  (await ask<ControlToken>('GET', '/expired-token')).token;

/** The first instance of a part, or the second one. */
export type Instance = StackPart | `${StackPart}-2`;

/** Kills the part with SIGKILL; it stays down until `restartPart`. */
export const killPart = (part: Instance): Promise<StackState> => ask('POST', `/kill/${part}`);

/** Stops the part's processes (SIGSTOP) until `thawPart`. */
export const freezePart = (part: Instance): Promise<StackState> => ask('POST', `/freeze/${part}`);

/** Continues a frozen part. */
export async function thawPart(part: Instance): Promise<void> {
  for (const pid of (await stackState()).pids[part] ?? []) process.kill(-pid, 'SIGCONT');
}

/**
 * Starts a killed part or restarts a running one; resolves when it is ready. @param environment variables of a service
 * for this start
 */
export const restartPart = (
  part: Instance,
  environment: Readonly<Record<string, string>> = {},
): Promise<StackState> => ask('POST', `/restart/${part}?${new URLSearchParams(environment)}`);

/** The same, from the builds of another version. */
export const restartFromBuild = (part: Instance, build: string): Promise<StackState> =>
  restartPart(part, { build });

/** Runs `work` while the part is down, then always restarts it. */
export async function whileDown(part: StackPart, work: () => Promise<void>): Promise<void> {
  await killPart(part);
  try {
    await work();
  } finally {
    await restartPart(part);
  }
}
