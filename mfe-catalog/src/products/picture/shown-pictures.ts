import type { Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';

/** The URL of an image path: absolute URLs are unchanged, paths get the same origin. */
export const imageAddress = (path: string): string =>
  path === '' || /^https?:\/\//i.test(path) ? path : `/${path.replace(/^\/+/, '')}`;

/** The size reserved for an external picture. */
const unknownSizePx = 640;

export interface ShownPicture {
  readonly id: string;
  readonly alt: string;
  /** The background of a photo; undefined for a cut-out, which has the background of its tile. */
  readonly ground: string | undefined;
  readonly sourcesFor: (sizes: string) => PictureSources;
}

const unstoredPicture = (src: string): ShownPicture => {
  const sources = { src, width: unknownSizePx, height: unknownSizePx };
  return { id: src, alt: '', ground: undefined, sourcesFor: () => sources };
};

/** The pictures of a product, the main one first, which may be external and not stored. */
export function shownPictures({
  image,
  pictures,
  device,
}: Pick<Product, 'image' | 'pictures' | 'device'>): ShownPicture[] {
  const storedPictures = pictures.map((picture) => ({
    id: picture.id,
    alt: picture.alt,
    ground: picture.hasTransparency ? undefined : picture.dominantColor,
    sourcesFor: (sizes: string) => pictureSources(picture, sizes),
  }));
  const src = imageAddress(image);
  if (src === '' || (pictures.length > 0 && storedPictureSources(src, '') !== undefined))
    return storedPictures;
  const [, ...photos] = device?.photos ?? [];
  return [...[src, ...photos].map(unstoredPicture), ...storedPictures];
}
