import { randomBytes } from 'node:crypto';
import {
  createPersonalPictures,
  type PersonalPictureStore,
  removePersonalPicture,
  squarePicture,
} from '@kinmel/pictures';
import { type Call, type ObjectStore, ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOwnAccount } from '../users/own-account.ts';
import { saveUser } from '../users/save-user.ts';

/** Edge lengths in pixels; `profileImage` names the largest. */
const avatarSizes = [64, 128, 256] as const;

const avatarFileOf = (size: (typeof avatarSizes)[number]): string => `${size}.webp`;

export const createAvatarStore = (objects: ObjectStore): PersonalPictureStore =>
  createPersonalPictures(objects, avatarSizes.map(avatarFileOf));

/** Accepted formats. WebP is only the output format. */
const acceptedFormats = {
  types: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif']),
  refusal: 'Please select a valid image file (JPEG, PNG, or GIF)',
};

/**
 * Replaces the avatar. The files are stored before the record; of concurrent uploads one wins, and the others remove
 * their files and answer 409. Limited per hour (rule AUTH-L6), because each upload is decoded and encoded three times.
 */
export async function uploadAvatar(
  context: AuthContext,
  userId: string,
  original: Buffer,
  caller: Pick<Call<unknown, unknown, unknown, 'customer'>, 'identity' | 'traceparent' | 'log'>,
): Promise<UserState> {
  const before = await requireOwnAccount(context, userId, caller.identity);
  await context.limits.avatar(userId);
  const files = (await squarePicture(original, acceptedFormats, avatarSizes)).map(({ size, bytes }) => ({
    name: avatarFileOf(size),
    bytes,
  }));
  const avatarId = randomBytes(16).toString('hex');
  await context.avatars.save(avatarId, files);
  let saved: UserState;
  try {
    saved = await saveUser(context, userId, caller, (current) => {
      if (current.avatarId === before.avatarId) return { ...current, avatarId };
      throw new ProblemError('conflict', 'Your picture was changed somewhere else. Please try again.');
    });
  } catch (error) {
    // After a database error the record may have been written, so the sweep decides.
    if (error instanceof ProblemError) await removePersonalPicture(context.avatars, avatarId, caller.log);
    throw error;
  }
  if (before.avatarId !== null) await removePersonalPicture(context.avatars, before.avatarId, caller.log);
  return saved;
}
