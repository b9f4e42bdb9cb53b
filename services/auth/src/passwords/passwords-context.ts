import type { AccountsContext } from '../accounts/accounts-context.ts';

export interface PasswordsContext extends AccountsContext {
  /** Seals reset tokens for notification; 32 bytes as base64. */
  readonly mailSealKey: string;
}
