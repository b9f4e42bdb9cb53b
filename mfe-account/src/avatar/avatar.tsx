import type { SessionUser } from '@kinmel/web-kit';
import { useState } from 'react';
import classes from './avatar.module.css';

/** Placeholder for a missing picture: the initials of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => Array.from(word)[0]?.toLocaleUpperCase('en') ?? '').join('');
}

/** The stored picture in another size; auth stores 64, 128 and 256 px. */
export const avatarAt = (profileImage: string, pixels: 64 | 128 | 256) =>
  profileImage.replace(/\/\d+\.webp$/, `/${pixels}.webp`);

interface AvatarProps {
  user: Pick<SessionUser, 'name' | 'profileImage'>;
  /** `small` is rendered 36 px wide, `large` 144 px. */
  size: 'small' | 'large';
}

/** A user's picture or initials; decorative, as the name is beside it. */
export function Avatar({ user, size }: AvatarProps) {
  const { name, profileImage = '' } = user;
  const [brokenImage, setBrokenImage] = useState<string>();
  const [pixels1x, pixels2x] = size === 'small' ? ([64, 128] as const) : ([256, 256] as const);
  return (
    <span className={`${classes.avatar} ${classes[size]}`} aria-hidden="true">
      {profileImage === '' || brokenImage === profileImage ? (
        initialsOf(name)
      ) : (
        <img
          src={avatarAt(profileImage, pixels1x)}
          srcSet={`${avatarAt(profileImage, pixels1x)} 1x, ${avatarAt(profileImage, pixels2x)} 2x`}
          alt=""
          width={pixels1x}
          height={pixels1x}
          onError={() => setBrokenImage(profileImage)}
        />
      )}
    </span>
  );
}
