import type { Offer, Product } from '@kinmel/contracts';
import type { PictureSources } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';

/** The offer's own picture, else that of its product. Undefined when there is none, or when its host is not allowed. */
export function offerPicture(
  { image }: Pick<Offer, 'image'>,
  product: Pick<Product, 'pictures'> | undefined,
  sizes: string,
): PictureSources | undefined {
  const [picture] = product?.pictures ?? [];
  return storedPictureSources(image, sizes) ?? (picture && pictureSources(picture, sizes));
}
