import type { Product } from '@kinmel/contracts';
import { PictureTile, type PictureTileProps } from '@kinmel/ui';
import { pictureSources } from '@kinmel/web-kit';
import { singlePicture } from './product-picture.rules.ts';

type ProductPictureProps = { product: Product; sizes: string } & Omit<
  PictureTileProps,
  'sources' | 'ground' | 'sizes'
>;

/** The first picture of a product on its tile, in the best size; a photo brings its own ground. */
export function ProductPicture({ product, sizes, ...tile }: ProductPictureProps) {
  const picture = product.pictures[0];
  return (
    <PictureTile
      {...tile}
      sizes={sizes}
      sources={picture ? pictureSources(picture, sizes) : singlePicture(product)}
      ground={picture && !picture.hasTransparency ? picture.dominantColor : undefined}
    />
  );
}
