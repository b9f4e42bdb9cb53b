import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './brand.module.css';
import { Mark } from './mark.tsx';

export interface LogoProps extends ComponentProps<'span'> {
  look?: 'color' | 'onDark' | undefined;
}

/** Mark and wordmark; the word is live text, so that it names a link around it. */
export function Logo({ look = 'color', className, ...native }: LogoProps) {
  return (
    <span {...native} className={classNames(classes.logo, look === 'onDark' && classes.light, className)}>
      <Mark look={look} />
      Kinmel
    </span>
  );
}
