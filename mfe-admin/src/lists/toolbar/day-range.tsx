import { Field, TextInput } from '@kinmel/ui';
import classes from './toolbar.module.css';

interface DayRangeProps {
  /** `YYYY-MM-DD` or empty. */
  from: string;
  to: string;
  onChange: (days: { readonly from: string; readonly to: string }) => void;
}

/** A range of days, both included. A day that would reverse the range clears the other one. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const day = (
    label: string,
    bounds: { value: string; min?: string; max?: string },
    put: (day: string) => void,
  ) => (
    <span className={classes.day}>
      <span aria-hidden="true">{label}</span>
      <Field label={label} hideLabel>
        <TextInput type="date" {...bounds} onChange={({ target }) => put(target.value)} />
      </Field>
    </span>
  );
  return (
    <span className={classes.days}>
      {day('From', { value: from, max: to }, (next) => onChange({ from: next, to: to < next ? '' : to }))}
      {day('To', { value: to, min: from }, (next) =>
        onChange({ from: next !== '' && next < from ? '' : from, to: next }),
      )}
    </span>
  );
}
