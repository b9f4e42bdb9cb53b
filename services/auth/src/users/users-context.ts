import type { AccountsContext } from '../accounts/accounts-context.ts';
import type { AvatarStore } from '../avatars/avatar-store.ts';

/** What the profile and its picture depend on. */
export interface UsersContext extends AccountsContext {
  readonly avatars: AvatarStore;
}
