import { openPersonalPictures, type PersonalPictureStore } from '@kinmel/pictures';

/** Edges of an avatar's files in pixels; the largest is the one that `profileImage` names. */
export const avatarSizes = [64, 128, 256] as const;

export const avatarFileOf = (size: (typeof avatarSizes)[number]): string => `${size}.webp`;

/** Avatars in a folder, three files each. */
export const openFolderAvatarStore = (folder: string): Promise<PersonalPictureStore> =>
  openPersonalPictures(folder, avatarSizes.map(avatarFileOf));
