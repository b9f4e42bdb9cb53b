import { findPage, useInViewOnce, Widget } from '@kinmel/web-kit';
import { useRef } from 'react';
import classes from './offer-place.module.css';

/**
 * The slot of mfe-services' offer ribbon. It is loaded when it comes into view, and its height is reserved to prevent
 * layout shift, with or without an offer. A shop without the offers page has no slot.
 */
export function OfferPlace({ productIds }: { productIds: readonly string[] }) {
  const anchor = useRef<HTMLDivElement>(null);
  const isInView = useInViewOnce(anchor);
  if (findPage('/specialoffers') === undefined) return null;
  return (
    <div ref={anchor} className={classes.place}>
      <div className={classes.room}>
        {isInView ? (
          <Widget name="mfe-services/offer-ribbon" whenMissing="nothing" productIds={productIds} />
        ) : null}
      </div>
    </div>
  );
}
