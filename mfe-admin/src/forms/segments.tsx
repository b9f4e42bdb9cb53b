import { classNames, FieldError } from '@kinmel/ui';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import classes from './segments.module.css';

interface SegmentProps {
  input: UseFormRegisterReturn;
  value: string;
  /** Large enough for a thumb. */
  isWide?: boolean;
  children: ReactNode;
}

/** A radio button as a tile. */
export const Segment = ({ input, value, isWide = false, children }: SegmentProps) => (
  <label className={classNames('choice-card type-small figures', classes.segment, isWide && classes.wide)}>
    <input {...input} type="radio" value={value} />
    {children}
  </label>
);

interface SegmentsProps {
  label: string;
  error: string | undefined;
  announceError?: boolean;
  children: ReactNode;
}

/** A radio group as tiles side by side. */
export function Segments({ label, error, announceError, children }: SegmentsProps) {
  const errorId = useId();
  return (
    <fieldset
      role="radiogroup"
      // Focusable by script: the first invalid field gets the focus.
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="type-label">{label}</legend>
      <div className="row">{children}</div>
      {error ? (
        <FieldError id={errorId} announce={announceError}>
          {error}
        </FieldError>
      ) : null}
    </fieldset>
  );
}
