import type { ControlToken, StackState } from '../../setup/control-server.ts';

export type { StackState } from '../../setup/control-server.ts';

/** A part of the shop that a test may end: a server, a service, or the gateway. */
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
  | 'service-request';

async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
  const response = await fetch(`${process.env.KINMEL_E2E_CONTROL}${path}`, { method });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer;
}

/** Addresses, folders and process ids of the shop under test. */
export const stackState = (): Promise<StackState> => ask('GET', '/');

/** Of the admin of the sample data, signed in for the tests. */
export const adminToken = async (): Promise<string> => (await ask<ControlToken>('GET', '/admin-token')).token;

/** An access token that every service refuses because its time is over, an hour ago. */
export const expiredToken = async (): Promise<string> =>
  (await ask<ControlToken>('GET', '/expired-token')).token;

/** SIGKILL for the part; it stays down until `restartPart`. */
export const killPart = (part: StackPart): Promise<StackState> => ask('POST', `/kill/${part}`);

/**
 * Starts a killed part, or stops it in order and starts it again; resolves when it says that it is ready.
 * @param environment of a service, for this one start
 */
export const restartPart = (
  part: StackPart,
  environment: Readonly<Record<string, string>> = {},
): Promise<StackState> => ask('POST', `/restart/${part}?${new URLSearchParams(environment)}`);

/** Runs `work` while the part is down, and brings it back whatever happens. */
export async function whileDown(part: StackPart, work: () => Promise<void>): Promise<void> {
  await killPart(part);
  try {
    await work();
  } finally {
    await restartPart(part);
  }
}
