import type { PictureSources } from '@kinmel/ui';
import { pictureSources } from '@kinmel/web-kit';

const storedPicture = /^\/uploads\/((?:offers\/)?[a-z0-9-]+)\/\d+\.(?:webp|avif)$/;

/** The picture of an ordered line by the path that the order kept; undefined for what the shop does not show pictures from. */
export function orderPicture(image: string): PictureSources | undefined {
  const id = storedPicture.exec(image)?.[1];
  return id === undefined ? undefined : pictureSources({ id, width: 1200, height: 1200 }, '80px');
}
