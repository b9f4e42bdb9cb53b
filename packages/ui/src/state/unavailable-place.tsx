import Unplug from 'lucide-react/icons/unplug';
import type { ComponentProps } from 'react';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { comeAfterRegion } from './come-after-region.ts';
import classes from './unavailable-place.module.css';

export interface UnavailablePlaceProps extends ComponentProps<'div'> {
  /** `line` is 44 px high, for what is missing in place of a button. */
  size?: 'block' | 'line' | undefined;
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** Stands where a part of the page did not load. Give it the height of what is missing, so that nothing jumps. */
export function UnavailablePlace(props: UnavailablePlaceProps) {
  const {
    size = 'block',
    text = 'This part of the page is not available right now.',
    onRetry,
    className,
    ...native
  } = props;
  const isLine = size === 'line';
  return (
    <div {...native} className={classNames(classes.place, isLine && classes.line, className)}>
      <Unplug />
      <div className={classes.words}>
        <output className={classes.text}>
          <span ref={comeAfterRegion}>{text}</span>
        </output>
        {isLine ? null : <p className={classes.rest}>The rest of the shop works as usual.</p>}
      </div>
      {onRetry && isLine ? (
        <button type="button" className={classes.retry} onClick={onRetry}>
          Retry
        </button>
      ) : null}
      {onRetry && !isLine ? (
        <Button look="line" size="medium" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}
