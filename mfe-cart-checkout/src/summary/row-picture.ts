import type { PictureSources } from '@kinmel/ui';
import { storedPictureSources } from '@kinmel/web-kit';

/** The picture of a row by the one path that a cart line keeps: in its sizes where the shop stores it, else as it is. */
export function rowPicture(image: string, sizes: string): PictureSources | undefined {
  const plain = image === '' ? undefined : { src: image, width: 640, height: 640 };
  return storedPictureSources(image, sizes) ?? plain;
}
