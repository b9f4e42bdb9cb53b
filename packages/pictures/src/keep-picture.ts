import { type PictureDescription, pictureIdOf, processPicture } from './picture-pipeline.ts';
import type { PictureStore } from './picture-store.ts';

/** Stores one picture. The same original twice is the same picture; it is not made again. */
export async function keepPicture(pictures: PictureStore, original: Buffer): Promise<PictureDescription> {
  const kept = await pictures.describe(pictureIdOf(original));
  if (kept) return kept;
  const processed = await processPicture(original);
  await pictures.save(processed);
  return processed.description;
}

/** What lists show of a picture: at the width of a card as WebP, which every browser reads. */
export const imageOf = (picture: Pick<PictureDescription, 'id'>): string => `/uploads/${picture.id}/640.webp`;
