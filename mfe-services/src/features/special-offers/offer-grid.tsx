import type { Offer } from '@kinmel/contracts';
import { Button, Loading, Skeleton, upTo } from '@kinmel/ui';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { validityText } from '../../offers/live-offers.ts';
import { OfferPicture, offerPicture } from '../../offers/offer-picture.tsx';
import { servicesApi } from '../../services-api.ts';
import classes from './offer-grid.module.css';

const sizes = `${upTo('small-phone')} 92vw, ${upTo('tablet')} 46vw, 421px`;

export function OfferGrid({
  offers,
  onClaim,
}: {
  offers: readonly Offer[];
  onClaim: (offer: Offer) => void;
}) {
  return (
    <ul className={classes.grid}>
      {offers.map((offer) => (
        <li key={offer.id} className={classes.cell}>
          <OfferCard offer={offer} onClaim={() => onClaim(offer)} />
        </li>
      ))}
    </ul>
  );
}

function OfferCard({ offer, onClaim }: { offer: Offer; onClaim: () => void }) {
  const [target = ''] = offer.targetProducts;
  const { data: product } = servicesApi.useGetOfferedProductQuery(target, {
    skip: target === '' || offerPicture(offer, undefined, sizes) !== undefined,
  });
  return (
    <article className={classes.card} aria-labelledby={`offer-${offer.id}`} data-tile-host>
      <OfferPicture className={classes.tile} offer={offer} product={product} sizes={sizes} />
      <p className={`type-detail ${classes.category}`}>{offer.category}</p>
      <h3 id={`offer-${offer.id}`} className={classes.title}>
        {offer.title}
      </h3>
      <p className={`above-4 quiet ${classes.description}`}>{offer.description}</p>
      <p className={`type-detail line gap-8 ${classes.validity}`}>
        <CalendarClock size={18} />
        <span>{validityText(offer)}</span>
      </p>
      <Button fullWidth onClick={onClaim} aria-describedby={`offer-${offer.id}`}>
        Claim Offer
      </Button>
    </article>
  );
}

/** Skeletons of the same size as the offers. */
export function OfferGridSkeleton({ count }: { count: number }) {
  return (
    <Loading>
      <ul className={classes.grid}>
        {Array.from({ length: count }, (_, position) => (
          // The list is static.
          <li key={`place-${position}`} className={classes.cell} aria-hidden="true">
            <div className={classes.card}>
              <Skeleton className={classes.tile} form="tile" />
              <Skeleton className={classes.category} width="30%" />
              <Skeleton className={classes.title} width="60%" />
              <Skeleton className={`above-4 quiet ${classes.description}`} width="90%" />
              <Skeleton className={`line gap-8 ${classes.validity}`} width="55%" />
              <Skeleton form="button" width="100%" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}
