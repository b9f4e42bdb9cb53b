import type { SquareFile } from '@kinmel/pictures';

/** Edges of an avatar's files in pixels; the largest is the one that `profileImage` names. */
export const avatarSizes = [64, 128, 256] as const;
export type AvatarSize = (typeof avatarSizes)[number];

/** The port of avatar storage. The default is a folder; object storage may stand behind the same calls. */
export interface AvatarStore {
  /** Stores all files of an avatar or none. */
  save(id: string, files: readonly SquareFile<AvatarSize>[]): Promise<void>;
  /** The bytes of one file; undefined when there is none. */
  read(id: string, file: string): Promise<Buffer | undefined>;
  /** Removes an avatar; one that is gone already is no fault. */
  remove(id: string): Promise<void>;
  /** Ids of avatars that were stored before that moment, and of leftovers that never became one. */
  storedBefore(moment: Date): Promise<string[]>;
}
