import type { Offer, Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources } from '@kinmel/web-kit';

/** A stored picture is named by its id; an offer carries the path of one of its files. */
const storedPicture = /^\/uploads\/((?:offers\/)?[a-z0-9-]+)\/\d+\.(?:webp|avif)$/;

/**
 * The picture of an offer in its sizes: its own, else that of the product that it is about. Undefined when there is none, or when it lies
 * somewhere that the shop does not show pictures from.
 */
export function offerPicture(
  { image }: Pick<Offer, 'image'>,
  product: Pick<Product, 'pictures'> | undefined,
  sizes: string,
): PictureSources | undefined {
  const id = storedPicture.exec(image)?.[1];
  if (id !== undefined) return pictureSources({ id, width: 1200, height: 1200 }, sizes);
  const [picture] = product?.pictures ?? [];
  return picture && pictureSources(picture, sizes);
}
