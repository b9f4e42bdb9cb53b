import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './brand.module.css';
import { Mark } from './mark.tsx';

export interface LogoProps extends ComponentProps<'span'> {
  look?: 'color' | 'onDark' | undefined;
}

/** The mark and the word Kinmel as live text, so that a link around it is named by it. */
export function Logo({ look = 'color', className, ...native }: LogoProps) {
  return (
    <span {...native} className={classNames(classes.logo, look === 'onDark' && classes.light, className)}>
      <Mark look={look} />
      Kinmel
    </span>
  );
}
