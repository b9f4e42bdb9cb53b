import { keyedNetwork } from './keyed-network.ts';
import type { Logger } from './logger.ts';

/** The closed list of security events: the name is in the field `securityEvent` of a log line, the text is its message. */
export const securityEvents = {
  'wrong-password': 'a password was wrong: at a sign-in, or where a signed-in person confirms with it',
  'account-locked': 'ten wrong passwords have locked an account, or one known browser or session of it',
  'password-changed': 'a password was changed, or set by a link: the other sessions have ended',
  'all-sessions-ended': 'a person has ended all own sessions',
  'refresh-token-reused': 'a replaced refresh token was used again: the session ends',
  'refresh-without-cookie': 'a refresh token was used without its cookie half',
  'passkey-cloned':
    'the counter of a passkey did not increase: it was copied, or its authenticator is broken',
  'right-missing': 'a call of staff was refused, as the current roles of the person do not have its right',
  'proof-needed': 'a call of staff was refused, as the password was entered too long ago',
} as const;

export type SecurityEvent = keyof typeof securityEvents;

interface SecurityEventFields {
  /** Undefined when there is no account, as at a sign-in with an unknown address. */
  readonly accountId: string | undefined;
  /** Address of the client; the line has its keyed network. */
  readonly address: string;
  readonly sessionId?: string;
  readonly right?: string;
}

/** Logs a security event. Other fields are not possible, so that no line names a person or an address. */
export function noteSecurityEvent(
  log: Pick<Logger, 'warn'>,
  event: SecurityEvent,
  { address, ...fields }: SecurityEventFields,
): void {
  log.warn({ securityEvent: event, network: keyedNetwork(address), ...fields }, securityEvents[event]);
}
