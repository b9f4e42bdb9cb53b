import Unplug from 'lucide-react/icons/unplug';
import type { ComponentProps } from 'react';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { announceOnMount } from './announce-on-mount.ts';
import classes from './unavailable-place.module.css';

export interface UnavailablePlaceProps extends ComponentProps<'div'> {
  /** `line` is 44 px high, like a button. */
  size?: 'block' | 'line' | undefined;
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** Shown where a part of the page failed to load. Give it the height of the missing part to prevent layout shift. */
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
      <Unplug size={isLine ? 18 : 22} />
      <div className={classes.words}>
        <output className={classes.text}>
          <span ref={announceOnMount}>{text}</span>
        </output>
        {isLine ? null : <p className="type-detail">The rest of the shop works as usual.</p>}
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
