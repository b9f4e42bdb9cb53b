import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './price.module.css';

export interface PriceProps extends ComponentProps<'div'> {
  /** Already formatted, with its currency. */
  price: string;
  /** Already formatted; drawn struck and read as "Old price". */
  oldPrice?: string | undefined;
  /** A sentence such as "You save NPR 40,400 (31%)". */
  saving?: ReactNode;
  look?: 'card' | 'page' | undefined;
}

/** An amount with what it was before and what is saved. It formats nothing: the texts come ready. */
export function Price({ price, oldPrice, saving, look = 'card', className, ...native }: PriceProps) {
  return (
    <div {...native} className={classNames(classes.price, classes[look], className)}>
      <div className={classes.amounts}>
        <span className={classes.now}>{price}</span>
        {oldPrice ? (
          <s className={classes.old}>
            <VisuallyHidden>Old price </VisuallyHidden>
            {oldPrice}
          </s>
        ) : null}
      </div>
      {saving ? <p className={classes.saving}>{saving}</p> : null}
    </div>
  );
}
