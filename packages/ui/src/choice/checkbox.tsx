import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** Shown at the right end of the row, such as a count. */
  detail?: ReactNode;
}

/** A checkbox with a label; the whole row is the target, 44 px high on touch screens. */
export function Checkbox({ label, detail, className, ...native }: CheckboxProps) {
  return (
    <label className={classNames(classes.row, className)}>
      <input {...native} type="checkbox" className={classes.box} />
      <span>{label}</span>
      {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
    </label>
  );
}
