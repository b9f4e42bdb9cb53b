import type { Picture } from '@kinmel/contracts';
import { pictureWidths } from '@kinmel/contracts/browser';
import type { PictureSources } from '@kinmel/ui';

/** The URLs of a stored picture for `<picture>`; `sizes` is the CSS `sizes` attribute. */
export function pictureSources(picture: Pick<Picture, 'id' | 'width' | 'height'>, sizes: string) {
  const list = (type: 'avif' | 'webp') =>
    pictureWidths.map((width) => `/uploads/${picture.id}/${width}.${type} ${width}w`).join(', ');
  return {
    avifSrcSet: list('avif'),
    webpSrcSet: list('webp'),
    /** For browsers that support neither list. */
    src: `/uploads/${picture.id}/640.webp`,
    sizes,
    width: picture.width,
    height: picture.height,
  };
}

const storedPath = /^\/uploads\/([a-z0-9-]+)\/\d+\.(?:webp|avif)$/;

/**
 * Sources of a picture known only by the path of one file, as in orders, cart lines and offers. Undefined when the path
 * is not one of a stored picture.
 */
export function storedPictureSources(path: string, sizes: string) {
  const id = storedPath.exec(path)?.[1];
  return id === undefined ? undefined : pictureSources({ id, width: 1200, height: 1200 }, sizes);
}

/**
 * Sources of a picture by its address: all sizes of a stored picture, with or without the shop's host, otherwise the
 * address alone. Undefined without an address.
 */
export function sourcesOfAddress(address: string | undefined, sizes: string): PictureSources | undefined {
  if (!address) return undefined;
  const path = address.replace(/^https?:\/\/[^/]+(?=\/uploads\/)/, '');
  return storedPictureSources(path, sizes) ?? { src: address, width: 640, height: 640 };
}
