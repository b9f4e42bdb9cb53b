import type { PictureSources } from '@kinmel/web-kit';

const stored = /^\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/640\.webp$/;

/**
 * The picture of a row, of the one path that a cart line keeps. A stored picture has smaller files beside it
 * (`/uploads/<id>/<width>.avif`), which a row of 152 px is better served with.
 */
export function rowPicture(image: string): Omit<PictureSources, 'sizes'> | undefined {
  if (image === '') return undefined;
  const id = stored.exec(image)?.[1];
  const list = (type: string) =>
    id ? `/uploads/${id}/320.${type} 320w, /uploads/${id}/640.${type} 640w` : '';
  return { avifSrcSet: list('avif'), webpSrcSet: list('webp'), src: image, width: 640, height: 640 };
}
