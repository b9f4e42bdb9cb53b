import { SavingFlag } from '@kinmel/ui';
import { Link, type WidgetProps } from '@kinmel/web-kit';
import { offerAddress, offerFor } from '../offers/offer.rules.ts';
import { flagText } from '../offers/offer-words.ts';
import { useLiveOffers } from '../offers/use-live-offers.ts';
import { useListOffersQuery } from '../services-api.ts';
import classes from './offer-ribbon.module.css';

/** A live offer where it applies: for one of these products, or one whose code reaches everything. Draws nothing when there is none. */
export default function OfferRibbon({ productIds }: WidgetProps['mfe-services/offer-ribbon']) {
  const { data } = useListOffersQuery();
  const offer = offerFor(useLiveOffers(data) ?? [], productIds);
  if (!offer) return null;
  return (
    <Link to={offerAddress(offer)} className={classes.ribbon}>
      <SavingFlag text={flagText(offer)} />
      <span className={classes.words}>
        <strong>{offer.title}</strong>
        {offer.promoCode ? <span>with code {offer.promoCode}</span> : null}
      </span>
    </Link>
  );
}
