import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './brand.module.css';

export interface MarkProps extends ComponentProps<'svg'> {
  /** `onDark` is white and marigold, `tone` is for the pine hero, `pale` for empty states. */
  look?: 'color' | 'onDark' | 'tone' | 'pale' | undefined;
}

/** The staff with two pennants, 28 px by default. Decorative: the wordmark beside it is the name. */
export function Mark({ look = 'color', className, ...native }: MarkProps) {
  return (
    <svg
      viewBox="0 0 28 28"
      aria-hidden="true"
      {...native}
      className={classNames(classes.mark, look !== 'color' && classes[look], className)}
    >
      <path className={classes.staff} d="M3 2h6v24H3zM11.2 2H25L11.2 13.2z" />
      <path className={classes.lower} d="M11.2 14.8 25 26H11.2z" />
    </svg>
  );
}
