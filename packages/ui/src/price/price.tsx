import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './price.module.css';

export interface PriceProps extends ComponentProps<'div'> {
  /** Formatted, with its currency. */
  price: string;
  /** Formatted; struck through and announced as "Old price". */
  oldPrice?: string | undefined;
  /** A sentence such as "You save NPR 40,400 (31%)". */
  saving?: ReactNode;
  look?: 'card' | 'page' | undefined;
}

/** A price with the old price and the saving. Texts are passed in already formatted. */
export function Price({ price, oldPrice, saving, look = 'card', className, ...native }: PriceProps) {
  return (
    <div {...native} className={classNames(classes[look], className)}>
      <div className={classes.amounts}>
        <span className={classes.now}>{price}</span>
        {oldPrice ? (
          <s className={classes.old}>
            <VisuallyHidden>Old price </VisuallyHidden>
            <span>{oldPrice}</span>
          </s>
        ) : null}
      </div>
      {saving ? <p className={classes.saving}>{saving}</p> : null}
    </div>
  );
}
