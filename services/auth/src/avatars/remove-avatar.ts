import type { Logger } from '@kinmel/service-kit';
import type { AvatarStore } from './avatar-store.ts';

/** Removes the files of a picture. False when a fault of the storage kept it: the sweep tries again. */
export async function removeAvatar(
  { avatars }: { readonly avatars: AvatarStore },
  avatarId: string,
  { log }: { readonly log: Logger },
): Promise<boolean> {
  try {
    await avatars.remove(avatarId);
    return true;
  } catch (error) {
    log.warn({ err: error, avatarId }, 'an avatar could not be removed yet');
    return false;
  }
}
