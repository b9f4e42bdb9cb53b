import type { AccountsContext } from '../accounts/accounts-context.ts';

/** What changing and resetting a password depend on. */
export interface PasswordsContext extends AccountsContext {
  /** 32 bytes as base64: seals what only the mailer may read. */
  readonly mailSealKey: string;
}
