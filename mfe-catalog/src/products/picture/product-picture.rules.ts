import type { Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';

/**
 * The address of an image path of the shop's answers: one that is no http address belongs to the backend
 * (API-36, API-38). The backend is the same origin unless it is configured otherwise (decision SIL-62).
 */
export function imageAddress(path: string, backend = ''): string {
  if (path === '' || /^https?:\/\//i.test(path)) return path;
  return `${backend}/${path.replace(/^\/+/, '')}`;
}

/** The size that is kept for a picture of which only the address is known. */
const unknownSizePx = 640;

export interface ShownPicture {
  readonly id: string;
  readonly alt: string;
  /** The ground of a photo; a cut-out takes that of its tile. */
  readonly ground: string | undefined;
  readonly sourcesFor: (sizes: string) => PictureSources;
}

/** The pictures of a product, the main one first: it may be an address elsewhere, which is none of the stored pictures. */
export function shownPictures({ image, pictures }: Pick<Product, 'image' | 'pictures'>): ShownPicture[] {
  const stored = pictures.map((picture) => ({
    id: picture.id,
    alt: picture.alt,
    ground: picture.hasTransparency ? undefined : picture.dominantColor,
    sourcesFor: (sizes: string) => pictureSources(picture, sizes),
  }));
  const src = imageAddress(image);
  if (src === '' || (pictures.length > 0 && storedPictureSources(src, '') !== undefined)) return stored;
  const sources = { src, width: unknownSizePx, height: unknownSizePx };
  return [{ id: src, alt: '', ground: undefined, sourcesFor: () => sources }, ...stored];
}
