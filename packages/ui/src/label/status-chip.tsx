import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './status-chip.module.css';
import tones from './tones.module.css';

export type StatusTone = 'warn' | 'info' | 'violet' | 'ok' | 'pine' | 'bad' | 'mute';

export interface StatusChipProps extends ComponentProps<'span'> {
  tone: StatusTone;
  /** Dot and word without a background, for example in the stock line of a product. */
  bare?: boolean | undefined;
}

/** A status as a word with a dot: colour is never the only signal. */
export function StatusChip({ tone, bare, className, ...native }: StatusChipProps) {
  return (
    <span {...native} className={classNames(classes.chip, tones[tone], bare && classes.bare, className)} />
  );
}
