import type { Picture } from '@kinmel/contracts';
import { keepPicture, type PictureStore } from '@kinmel/pictures';

export interface ImagesContext {
  readonly pictures: PictureStore;
}

/** Stores one picture (AAPI-34); who puts it into a product says what it shows. */
export async function uploadImage({ pictures }: ImagesContext, original: Buffer): Promise<Picture> {
  return { ...(await keepPicture(pictures, original)), alt: '' };
}
