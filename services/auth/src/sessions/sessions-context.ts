import type { Logger } from '@kinmel/service-kit';
import type { UsersStore } from '../accounts/users.store.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { SessionsStore } from './sessions.store.ts';

export interface SessionsContext {
  readonly users: UsersStore;
  readonly sessions: SessionsStore;
  readonly keys: SigningKeys;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Notifies the outbox relay after a save. */
  readonly sendEvents: () => void;
  readonly accessTokenSeconds: number;
  readonly sessionDays: number;
}
