import type { Logger } from '@kinmel/service-kit';
import type { UsersStore } from '../accounts/users.store.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { SessionsStore } from './sessions.store.ts';

/** What everything that begins, renews or ends a session depends on. */
export interface SessionsContext {
  readonly users: UsersStore;
  readonly sessions: SessionsStore;
  readonly keys: SigningKeys;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called after a save: the outbox has something to send. */
  readonly sendEvents: () => void;
  readonly accessTokenSeconds: number;
  readonly sessionDays: number;
}
