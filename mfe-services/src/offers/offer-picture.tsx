import type { Offer, Product } from '@kinmel/contracts';
import { classNames, Mark, PictureTile, SavingFlag } from '@kinmel/ui';
import classes from './offer-picture.module.css';
import { offerPicture } from './offer-picture-sources.ts';
import { flagText } from './offer-words.ts';

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
