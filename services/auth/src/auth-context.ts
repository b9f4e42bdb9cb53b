import type { PersonalPictureStore } from '@kinmel/pictures';
import type { ServiceBasis } from '@kinmel/service-kit';
import type { UsersStore } from './accounts/users.store.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import type { AttemptLimits } from './limits/attempt-limits.store.ts';
import type { ChallengesStore } from './passkeys/challenges.store.ts';
import type { PasskeySettings } from './passkeys/passkey.ts';
import type { PasskeysStore } from './passkeys/passkeys.store.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SessionLimits } from './sessions/session-lives.rules.ts';
import type { SessionsStore } from './sessions/sessions.store.ts';
import type { SignInsStore } from './sessions/sign-ins.store.ts';

/** The dependencies of this service's use cases. */
export interface AuthContext extends Pick<ServiceBasis, 'logger' | 'now' | 'newId' | 'sendEvents'> {
  readonly users: UsersStore;
  readonly sessions: SessionsStore;
  readonly signIns: SignInsStore;
  readonly passkeys: PasskeysStore;
  readonly challenges: ChallengesStore;
  readonly passkeySettings: PasskeySettings;
  readonly avatars: PersonalPictureStore;
  readonly keys: SigningKeys;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
  /** Encrypts reset tokens for notification; 32 bytes as base64. */
  readonly mailSealKey: string;
  readonly accessTokenSeconds: number;
  readonly sessionDays: number;
  readonly sessionLimits: SessionLimits;
  /** Runs work that the answer does not wait for; the process waits for the work before it ends. */
  readonly afterAnswer: (task: () => Promise<void>) => void;
}
