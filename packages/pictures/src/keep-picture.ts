import {
  firstFileName,
  type PictureDescription,
  pictureFileNames,
  pictureIdOf,
  processPicture,
} from './picture-pipeline.ts';
import type { PictureStore } from './picture-store.ts';

type SavingStore = Pick<PictureStore, 'describe' | 'save'>;

/** Stores one picture. An original that is stored already is not processed again. */
export async function keepPicture(
  pictures: SavingStore,
  original: Buffer,
  fileNames = pictureFileNames,
): Promise<PictureDescription> {
  const storedPicture = await pictures.describe(pictureIdOf(original));
  if (storedPicture) return storedPicture;
  const processed = await processPicture(original, fileNames);
  await pictures.save(processed);
  return processed.description;
}

/** Stores a picture with its largest WebP only (a fifth of the work); `finishPicture` adds the other files. */
export const beginPicture = (pictures: SavingStore, original: Buffer): Promise<PictureDescription> =>
  keepPicture(pictures, original, [firstFileName]);

/** Adds the missing files of a picture; does nothing when it is complete. */
export async function finishPicture(pictures: PictureStore, original: Buffer): Promise<void> {
  const storedFiles = await pictures.filesOf(pictureIdOf(original));
  const missingNames = pictureFileNames.filter((name) => !storedFiles.includes(name));
  if (missingNames.length > 0) await pictures.add(await processPicture(original, missingNames));
}

/** Image of a product in lists: card width, as WebP, which every browser supports. */
export const imageOf = (picture: Pick<PictureDescription, 'id'>): string => `/uploads/${picture.id}/640.webp`;
