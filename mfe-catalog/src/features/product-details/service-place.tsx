import type { Product } from '@kinmel/contracts';
import { useInViewOnce, Widget } from '@kinmel/web-kit';
import { useRef } from 'react';
import { isPhone } from '../../products/product-categories.rules.ts';
import classes from './product-details-page.module.css';

/** Links of mfe-services to services for this product, loaded when they come near the viewport. */
export function ServicePlace({ product }: { product: Product }) {
  const anchor = useRef<HTMLDivElement>(null);
  const isNear = useInViewOnce(anchor, 300);
  if (!isPhone(product) && product.category !== 'laptop') return null;
  return (
    <div ref={anchor} className={classes.services}>
      {isNear ? <Widget name="mfe-services/service-links" whenMissing="nothing" product={product} /> : null}
    </div>
  );
}
