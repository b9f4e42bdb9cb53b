import type { PersonalPictureStore } from '@kinmel/pictures';
import type { AccountsContext } from '../accounts/accounts-context.ts';

export interface UsersContext extends AccountsContext {
  readonly avatars: PersonalPictureStore;
}
