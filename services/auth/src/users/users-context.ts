import type { PersonalPictureStore } from '@kinmel/pictures';
import type { AccountsContext } from '../accounts/accounts-context.ts';

/** What the profile and its picture depend on. */
export interface UsersContext extends AccountsContext {
  readonly avatars: PersonalPictureStore;
}
