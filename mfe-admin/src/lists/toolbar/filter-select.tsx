import { Field, Select } from '@kinmel/ui';
import classes from './toolbar.module.css';

interface FilterSelectProps {
  /** Names the select for readers. */
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
}

/** A filter of a list with more values than can be shown side by side. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Field label={label} hideLabel className={classes.filter}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
