import { type ComponentProps, useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

/** The share of the most characters from which they are counted. */
const countedFrom = 0.9;

/**
 * Multi-line text, 112 px high at first and resizable. A text longer than `maxLength` is counted, not cut: who pastes one
 * would not see that its end is gone. The service refuses it at its field.
 */
export function TextArea({
  className,
  maxLength = Infinity,
  onInput,
  ...native
}: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(native);
  const [typed, setTyped] = useState(0);
  const length = typeof native.value === 'string' ? native.value.length : typed;
  return (
    <>
      <span className={classNames(classes.box, className)}>
        <textarea
          {...native}
          {...wiring}
          onInput={(event) => {
            setTyped(event.currentTarget.value.length);
            onInput?.(event);
          }}
          className={classNames(classes.control, classes.area)}
        />
      </span>
      {length > maxLength * countedFrom ? (
        <output className={classes.count} data-long={length > maxLength || undefined}>
          {`${length.toLocaleString('en-US')} of at most ${maxLength.toLocaleString('en-US')} characters`}
        </output>
      ) : null}
    </>
  );
}
