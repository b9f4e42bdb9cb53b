import Lock from 'lucide-react/icons/lock';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

export interface TextInputProps extends ComponentProps<'input'> {
  /** Shown in the box before the text: a currency sign, an icon. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A single-line input, 48 px high with 16 px text, so that phones do not zoom in. A read-only one shows a lock. */
export function TextInput({ before, after, className, ...native }: TextInputProps) {
  const wiring = useFieldWiring(native);
  return (
    <span className={classNames(classes.box, className)}>
      {before ? <span className={classes.beside}>{before}</span> : null}
      <input {...native} {...wiring} className={classes.control} />
      {after}
      {native.readOnly ? <Lock size={20} /> : null}
    </span>
  );
}
