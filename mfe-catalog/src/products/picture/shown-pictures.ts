import type { Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';
import { imageAddress } from './product-picture.rules.ts';

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
