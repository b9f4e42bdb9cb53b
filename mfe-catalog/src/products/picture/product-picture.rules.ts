import type { Product } from '@kinmel/contracts';

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

interface SinglePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A product without stored sizes: its one image. Undefined when there is none at all. */
export function singlePicture({ image }: Pick<Product, 'image'>): SinglePicture | undefined {
  const src = imageAddress(image);
  return src === '' ? undefined : { src, width: unknownSizePx, height: unknownSizePx };
}
