import type { Logger } from '@kinmel/service-kit';
import type { UsersStore } from '../accounts/users.store.ts';
import type { AvatarStore } from './avatar-store.ts';
import { removeAvatar } from './remove-avatar.ts';

/** An upload stores its files some milliseconds before its record: what is older and has none never gets one. */
export const sweepOlderThanMs = 5 * 60_000;
/** With the age above no file without a record gets older than ten minutes (I-12). */
export const sweepEveryMs = 4 * 60_000;

/** Removes files that no account names: of uploads that a crash ended, and of pictures whose removal failed. */
export async function sweepAvatars(context: {
  readonly avatars: AvatarStore;
  readonly users: Pick<UsersStore, 'avatarsInUse'>;
  readonly now: () => Date;
  readonly logger: Logger;
}): Promise<void> {
  const { avatars, users, now, logger } = context;
  const stored = await avatars.storedBefore(new Date(now().getTime() - sweepOlderThanMs));
  if (stored.length === 0) return;
  const inUse = await users.avatarsInUse(stored);
  const orphans = stored.filter((id) => !inUse.has(id));
  let removed = 0;
  for (const id of orphans) if (await removeAvatar(context, id, { log: logger })) removed += 1;
  if (removed > 0) logger.info({ removed }, 'avatars without an account are removed');
}
