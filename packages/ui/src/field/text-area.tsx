import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

/** Multi-line text, 112 px high at first and resizable. */
export function TextArea({ className, ...native }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(native);
  return (
    <span className={classNames(classes.box, className)}>
      <textarea {...native} {...wiring} className={classNames(classes.control, classes.area)} />
    </span>
  );
}
