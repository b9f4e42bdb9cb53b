import type { Picture } from '@kinmel/contracts';
import { pictureIdOf, processPicture } from './picture-pipeline.ts';
import type { PictureStore } from './picture-store.ts';

export interface ImagesContext {
  readonly pictures: PictureStore;
}

/** Stores one picture. The same original twice is the same picture; it is not made again. */
export async function uploadImage({ pictures }: ImagesContext, original: Buffer): Promise<Picture> {
  const kept = await pictures.describe(pictureIdOf(original));
  if (kept) return { ...kept, alt: '' };
  const processed = await processPicture(original);
  await pictures.save(processed);
  return { ...processed.description, alt: '' };
}
