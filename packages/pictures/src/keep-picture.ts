import {
  firstFileName,
  type PictureDescription,
  pictureFileNames,
  pictureIdOf,
  processPicture,
} from './picture-pipeline.ts';
import type { GrowingPictureStore, PictureStore } from './picture-store.ts';

/** Stores one picture. The same original twice is the same picture; it is not made again. */
export async function keepPicture(pictures: PictureStore, original: Buffer): Promise<PictureDescription> {
  const kept = await pictures.describe(pictureIdOf(original));
  if (kept) return kept;
  const processed = await processPicture(original);
  await pictures.save(processed);
  return processed.description;
}

/** Stores a picture with its largest WebP only, a fifth of the work; `finishPicture` draws the rest. */
export async function beginPicture(pictures: PictureStore, original: Buffer): Promise<PictureDescription> {
  const kept = await pictures.describe(pictureIdOf(original));
  if (kept) return kept;
  const processed = await processPicture(original, [firstFileName]);
  await pictures.save(processed);
  return processed.description;
}

/** Draws what a picture lacks; does nothing for one that is whole. */
export async function finishPicture(pictures: GrowingPictureStore, original: Buffer): Promise<void> {
  const known = await pictures.filesOf(pictureIdOf(original));
  const lacking = pictureFileNames.filter((name) => !known.includes(name));
  if (lacking.length > 0) await pictures.add(await processPicture(original, lacking));
}

/** What lists show of a picture: at the width of a card as WebP, which every browser reads. */
export const imageOf = (picture: Pick<PictureDescription, 'id'>): string => `/uploads/${picture.id}/640.webp`;
