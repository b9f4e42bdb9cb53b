import { Field, Select } from '@kinmel/ui';
import classes from './status-select.module.css';
import { wordOf } from './statuses.rules.ts';

interface StatusSelectProps<Status extends string> {
  /** Names the select for readers: whose status it is. */
  label: string;
  value: Status;
  /** The statuses that can be chosen; the one that holds is shown also when it is none of them. */
  options: readonly Status[];
  onChange: (status: Status) => void;
  disabled?: boolean | undefined;
}

/** The status of a row, changed where it stands. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { label, value, options, onChange, disabled } = props;
  const shown = options.includes(value) ? options : [value, ...options];
  return (
    <Field label={label} hideLabel>
      <Select
        className={classes.select}
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((status) => status === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {shown.map((status) => (
          <option key={status} value={status}>
            {wordOf(status)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
