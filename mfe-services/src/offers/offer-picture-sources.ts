import type { Offer, Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';

/**
 * The picture of an offer in its sizes: its own, else that of the product that it is about. Undefined when there is none, or when it lies
 * somewhere that the shop does not show pictures from.
 */
export function offerPicture(
  { image }: Pick<Offer, 'image'>,
  product: Pick<Product, 'pictures'> | undefined,
  sizes: string,
): PictureSources | undefined {
  const [picture] = product?.pictures ?? [];
  return storedPictureSources(image, sizes) ?? (picture && pictureSources(picture, sizes));
}
