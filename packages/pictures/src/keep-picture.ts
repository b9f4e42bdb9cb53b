import type { PictureStore } from './picture-store.ts';
import {
  firstFileName,
  type PictureDescription,
  pictureFileNames,
  pictureIdOf,
  processPicture,
} from './picture-pipeline.ts';

type Keeping = Pick<PictureStore, 'describe' | 'save'>;

/** Stores one picture. The same original again gives the same picture without processing. */
export async function keepPicture(
  pictures: Keeping,
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
export const beginPicture = (pictures: Keeping, original: Buffer): Promise<PictureDescription> =>
  keepPicture(pictures, original, [firstFileName]);

/** Adds the missing files of a picture; does nothing when it is complete. */
export async function finishPicture(pictures: PictureStore, original: Buffer): Promise<void> {
  const storedFiles = await pictures.filesOf(pictureIdOf(original));
  const lacking = pictureFileNames.filter((name) => !storedFiles.includes(name));
  if (lacking.length > 0) await pictures.add(await processPicture(original, lacking));
}

/** Image of a product in lists: card width, as WebP, which every browser supports. */
export const imageOf = (picture: Pick<PictureDescription, 'id'>): string => `/uploads/${picture.id}/640.webp`;
