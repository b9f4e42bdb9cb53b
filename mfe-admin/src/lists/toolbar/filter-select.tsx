import { Field, Select } from '@kinmel/ui';
import classes from './toolbar.module.css';

interface FilterSelectProps {
  /** Accessible name. */
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
}

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
