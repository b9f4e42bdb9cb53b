import type { Picture } from '@kinmel/contracts';

/** The widths in CSS pixels of every stored picture (`pictureWidths` of the contracts; a test holds them equal). */
export const pictureFileWidths = [320, 640, 1200] as const;

export interface PictureSources {
  readonly avifSrcSet: string;
  readonly webpSrcSet: string;
  /** For browsers that read neither list. */
  readonly src: string;
  readonly sizes: string;
  readonly width: number;
  readonly height: number;
}

/** The addresses of a stored picture for `<picture>`; `sizes` is the width it takes on the page, in CSS's own words. */
export function pictureSources(
  picture: Pick<Picture, 'id' | 'width' | 'height'>,
  sizes: string,
): PictureSources {
  const list = (type: 'avif' | 'webp') =>
    pictureFileWidths.map((width) => `/uploads/${picture.id}/${width}.${type} ${width}w`).join(', ');
  return {
    avifSrcSet: list('avif'),
    webpSrcSet: list('webp'),
    src: `/uploads/${picture.id}/640.webp`,
    sizes,
    width: picture.width,
    height: picture.height,
  };
}

const storedPath = /^\/uploads\/([a-z0-9-]+)\/\d+\.(?:webp|avif)$/;

/**
 * The same for a picture of which only the path of one file is known, as orders, cart lines and offers keep it.
 * Undefined for a path that is none of a stored picture.
 */
export function storedPictureSources(path: string, sizes: string): PictureSources | undefined {
  const id = storedPath.exec(path)?.[1];
  return id === undefined ? undefined : pictureSources({ id, width: 1200, height: 1200 }, sizes);
}
