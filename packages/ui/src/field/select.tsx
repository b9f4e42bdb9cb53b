import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

interface SelectProps extends ComponentProps<'select'> {
  /** Values with their texts, shown after the options in `children`. */
  options?: readonly (readonly [value: string, text: string, state?: 'disabled'])[];
}

/** A native select, which phones show as a wheel. Up to five choices are better shown as radio buttons. */
export function Select({ className, options = [], children, ...native }: SelectProps) {
  const wiring = useFieldWiring(native);
  return (
    <span className={classNames(classes.box, className)}>
      <select {...native} {...wiring} className={classNames(classes.control, classes.select)}>
        {children}
        {options.map(([value, text, state]) => (
          <option key={value} value={value} disabled={state === 'disabled'}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown size={20} className={classes.chevron} />
    </span>
  );
}
