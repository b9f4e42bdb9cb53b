import { openPersonalPictures, type PersonalPictureStore } from '@kinmel/pictures';

/** Edge lengths in pixels; `profileImage` names the largest. */
export const avatarSizes = [64, 128, 256] as const;

export const avatarFileOf = (size: (typeof avatarSizes)[number]): string => `${size}.webp`;

export const openFolderAvatarStore = (folder: string): Promise<PersonalPictureStore> =>
  openPersonalPictures(folder, avatarSizes.map(avatarFileOf));
