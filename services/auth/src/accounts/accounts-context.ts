import type { AttemptLimits } from '../limits/attempt-limits.store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SessionsContext } from '../sessions/sessions-context.ts';

export interface AccountsContext extends SessionsContext {
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
  readonly newId: () => string;
  /** Runs work that the answer does not wait for; it is finished before the process ends. */
  readonly afterAnswer: (task: () => Promise<void>) => void;
}
