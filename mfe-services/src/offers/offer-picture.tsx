import type { Offer, Product } from '@kinmel/contracts';
import { classNames, Mark, type PictureSources, PictureTile, SavingFlag } from '@kinmel/ui';
import { pictureSources, storedPictureSources } from '@kinmel/web-kit';
import { flagText } from './live-offers.ts';
import classes from './offer-picture.module.css';

/** The offer's own picture, or else that of its product. Undefined without one, or when its host is not allowed. */
export function offerPicture(
  { image }: Pick<Offer, 'image'>,
  product: Pick<Product, 'pictures'> | undefined,
  sizes: string,
): PictureSources | undefined {
  const [picture] = product?.pictures ?? [];
  return storedPictureSources(image, sizes) ?? (picture && pictureSources(picture, sizes));
}

interface OfferPictureProps {
  offer: Offer;
  /** The product of the offer, if loaded. */
  product: Pick<Product, 'pictures'> | undefined;
  /** The `sizes` attribute. */
  sizes: string;
  className?: string | undefined;
}

/** An offer without a product and picture shows the logo of the shop. */
export function OfferPicture({ offer, product, sizes, className }: OfferPictureProps) {
  const sources = offerPicture(offer, product, sizes);
  const flag = <SavingFlag text={flagText(offer)} />;
  if (sources === undefined && offer.targetProducts.length === 0) {
    return (
      <span className={classNames(classes.plain, className)}>
        <Mark look="onDark" className={classes.mark} />
        <span className={classes.flag}>{flag}</span>
      </span>
    );
  }
  return (
    <PictureTile
      className={classNames(classes.whole, className)}
      sources={sources}
      alt=""
      sizes={sizes}
      flag={flag}
    />
  );
}
