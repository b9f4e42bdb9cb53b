import type { Offer, Product } from '@kinmel/contracts';
import { classNames, Mark, PictureTile, SavingFlag } from '@kinmel/ui';
import classes from './offer-picture.module.css';
import { offerPicture } from './offer-picture-sources.ts';
import { flagText } from './offer-words.ts';

interface OfferPictureProps {
  offer: Offer;
  /** The product that the offer is about, where it is known. */
  product: Pick<Product, 'pictures'> | undefined;
  /** How wide it is drawn, in the words of the `sizes` attribute. */
  sizes: string;
  className?: string | undefined;
}

/** The picture of an offer with its flag. An offer of everything has none: then the shop's mark stands there. */
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
