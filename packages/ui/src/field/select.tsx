import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

/** A native select, which phones show as a wheel. Up to five choices are better shown as radio buttons. */
export function Select({ className, ...native }: ComponentProps<'select'>) {
  const wiring = useFieldWiring(native);
  return (
    <span className={classNames(classes.box, className)}>
      <select {...native} {...wiring} className={classNames(classes.control, classes.select)} />
      <ChevronDown size={20} className={classes.chevron} />
    </span>
  );
}
