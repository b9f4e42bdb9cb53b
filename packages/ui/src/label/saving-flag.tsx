import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './saving-flag.module.css';

export interface SavingFlagProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Whole percent, already rounded. */
  percent: number;
  /** Stands before the figure, such as "SPECIAL OFFER". */
  lead?: string | undefined;
  /** 24, 28 (24 on phones) or 36 px high. */
  size?: 'small' | 'medium' | 'large' | undefined;
}

/** The pennant "31% off". */
export function SavingFlag({ percent, lead, size = 'medium', className, ...native }: SavingFlagProps) {
  return (
    <span {...native} className={classNames(classes.flag, classes[size], className)}>
      {lead ? `${lead} ` : ''}
      {percent}% off
    </span>
  );
}
