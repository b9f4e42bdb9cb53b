import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './saving-flag.module.css';

export interface SavingFlagProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Whole percent, already rounded. */
  percent?: number | undefined;
  /** Replaces the percentage: "NPR 8,000 off", "Free gift". */
  text?: string | undefined;
  /** Shown before the number, such as "SPECIAL OFFER". */
  lead?: string | undefined;
  /** 24, 28 (24 on phones) or 36 px high. */
  size?: 'small' | 'medium' | 'large' | undefined;
}

/** The pennant "31% off", or another short text. */
export function SavingFlag({ percent, text, lead, size = 'medium', className, ...native }: SavingFlagProps) {
  return (
    <span {...native} className={classNames(classes.flag, classes[size], className)}>
      {[lead, text ?? `${percent}% off`].filter(Boolean).join(' ')}
    </span>
  );
}
