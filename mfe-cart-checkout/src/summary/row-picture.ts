import type { PictureSources } from '@kinmel/ui';
import { storedPictureSources } from '@kinmel/web-kit';

/** The picture of a cart line, which stores one path: in all sizes for a stored picture, otherwise as it is. */
export function rowPicture(image: string, sizes: string): PictureSources | undefined {
  const plain = image === '' ? undefined : { src: image, width: 640, height: 640 };
  return storedPictureSources(image, sizes) ?? plain;
}
