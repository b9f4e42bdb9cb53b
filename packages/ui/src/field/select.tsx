import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

/** The platform's own select: phones show their own wheel. Choices of up to five are better shown than hidden in one. */
export function Select({ className, ...native }: ComponentProps<'select'>) {
  const wiring = useFieldWiring(native);
  return (
    <span className={classNames(classes.box, className)}>
      <select {...native} {...wiring} className={classNames(classes.control, classes.select)} />
      <ChevronDown className={classes.chevron} />
    </span>
  );
}
