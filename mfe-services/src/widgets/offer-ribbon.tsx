import { classNames, SavingFlag } from '@kinmel/ui';
import { Link, type WidgetProps } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { flagText, useLiveOffers } from '../offers/live-offers.ts';
import { offerAddress, offerFor } from '../offers/offer.rules.ts';
import { servicesApi } from '../services-api.ts';
import classes from './offer-ribbon.module.css';

/**
 * An offer for one of the products, or one for all products. Without an offer it is a link to all offers, of the same
 * height, so that the page does not shift.
 */
export default function OfferRibbon({ productIds }: WidgetProps['mfe-services/offer-ribbon']) {
  const { data, error } = servicesApi.useListOffersQuery();
  const offers = useLiveOffers(data);
  if (!offers && error === undefined) return null;
  const offer = offerFor(offers ?? [], productIds);
  if (!offer) {
    return (
      <Link to="/specialoffers" className={classNames('line', classes.ribbon, classes.toAll)}>
        See all special offers
        <ArrowRight size={20} />
      </Link>
    );
  }
  return (
    <Link to={offerAddress(offer)} className={`line ${classes.ribbon}`}>
      <SavingFlag text={flagText(offer)} />
      <span className={classes.words}>
        <strong>{offer.title}</strong>
        {offer.promoCode ? <span>{`with code ${offer.promoCode}`}</span> : null}
      </span>
    </Link>
  );
}
