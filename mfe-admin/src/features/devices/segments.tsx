import { FieldError } from '@kinmel/ui';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import classes from './devices.module.css';

interface SegmentsProps {
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  input: UseFormRegisterReturn;
  error: string | undefined;
}

/** A radio group as large buttons side by side, for a thumb. */
export function Segments({ label, options, input, error }: SegmentsProps) {
  const errorId = useId();
  return (
    <fieldset
      role="radiogroup"
      // The first wrong field is focused.
      tabIndex={-1}
      className={classes.segments}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} className={classes.segment}>
          <input {...input} type="radio" value={value} />
          {text}
        </label>
      ))}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
