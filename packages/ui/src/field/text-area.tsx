import { type ComponentProps, useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './control.module.css';
import { useFieldWiring } from './field-context.ts';

/** Fraction of `maxLength` above which the counter appears. */
const countShownFrom = 0.9;

/**
 * Multi-line text, 112 px high at first and resizable. A text longer than `maxLength` is not cut, because after pasting
 * its missing end would not be noticed. Instead its characters are counted, and the service refuses it with an error at
 * this field.
 */
export function TextArea({
  className,
  maxLength = Infinity,
  onInput,
  ...native
}: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(native);
  const [typedLength, setTypedLength] = useState(0);
  const length = typeof native.value === 'string' ? native.value.length : typedLength;
  return (
    <>
      <span className={classNames(classes.box, className)}>
        <textarea
          {...native}
          {...wiring}
          onInput={(event) => {
            setTypedLength(event.currentTarget.value.length);
            onInput?.(event);
          }}
          className={classNames(classes.control, classes.area)}
        />
      </span>
      {length > maxLength * countShownFrom ? (
        <output className={classes.count} data-long={length > maxLength || undefined}>
          {`${length.toLocaleString('en-US')} of at most ${maxLength.toLocaleString('en-US')} characters`}
        </output>
      ) : null}
    </>
  );
}
