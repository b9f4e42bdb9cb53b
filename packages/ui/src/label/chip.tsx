import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './chip.module.css';

export interface ChipProps {
  /** `soft` on mist, `pine` for the pre-loved range, `marigold` for codes, `line` for choices. */
  look?: 'soft' | 'pine' | 'marigold' | 'line' | undefined;
  children: ReactNode;
  /** Makes the chip a button. */
  onPress?: (() => void) | undefined;
  /** Makes the chip a button with a cross, named by `removeLabel`. */
  onRemove?: (() => void) | undefined;
  /** For example "Remove filter Smartphones". */
  removeLabel?: string | undefined;
  className?: string | undefined;
}

/** A short label in a pill. Interactive ones are 36 px high (44 on touch screens). */
export function Chip({ look = 'soft', children, onPress, onRemove, removeLabel, className }: ChipProps) {
  const press = onRemove ?? onPress;
  const names = classNames(classes.chip, classes[look], press && classes.control, className);
  if (!press) return <span className={names}>{children}</span>;
  return (
    <button type="button" className={names} onClick={press} aria-label={onRemove ? removeLabel : undefined}>
      <span>{children}</span>
      {onRemove ? <X /> : null}
    </button>
  );
}
