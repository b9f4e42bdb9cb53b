import { findPage, useInViewOnce, Widget } from '@kinmel/web-kit';
import { useRef } from 'react';
import classes from './offer-place.module.css';

/**
 * Where a live offer is pointed at, by the ribbon of mfe-services. Its code is asked for when the place comes into view, so that the page
 * opens without it; the place keeps its height, so that nothing jumps, and the ribbon fills it whether or not there is an offer. A shop
 * without the page of the offers has no such place.
 */
export function OfferPlace({ productIds }: { productIds: readonly string[] }) {
  const anchor = useRef<HTMLDivElement>(null);
  const isSeen = useInViewOnce(anchor);
  if (findPage('/specialoffers') === undefined) return null;
  return (
    <div ref={anchor} className={classes.place}>
      <div className={classes.room}>
        {isSeen ? (
          <Widget name="mfe-services/offer-ribbon" whenMissing="nothing" productIds={productIds} />
        ) : null}
      </div>
    </div>
  );
}
