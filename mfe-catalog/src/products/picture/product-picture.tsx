import type { Product } from '@kinmel/contracts';
import { PictureTile, type PictureTileProps } from '@kinmel/ui';
import { shownPictures } from './shown-pictures.ts';

type ProductPictureProps = { product: Product; sizes: string } & Omit<
  PictureTileProps,
  'sources' | 'ground' | 'sizes'
>;

/** The main picture of a product on its tile, in the best size; a photo sets the background. */
export function ProductPicture({ product, sizes, ...tile }: ProductPictureProps) {
  const [picture] = shownPictures(product);
  return (
    <PictureTile {...tile} sizes={sizes} sources={picture?.sourcesFor(sizes)} ground={picture?.ground} />
  );
}
