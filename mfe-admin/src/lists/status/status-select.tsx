import { Field, Select } from '@kinmel/ui';
import classes from './status-select.module.css';
import { sentenceCase } from './statuses.rules.ts';

export const StatusOptions = ({ statuses }: { statuses: readonly string[] }) =>
  statuses.map((status) => (
    <option key={status} value={status}>
      {sentenceCase(status)}
    </option>
  ));

interface StatusSelectProps<Status extends string> {
  label: string;
  value: Status;
  /** The current status is always offered. */
  options: readonly Status[];
  onChange: (status: Status) => void;
}

/** Changes the status of a row in place. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { label, value, options, onChange } = props;
  return (
    <Field label={label} hideLabel>
      <Select
        className={classes.select}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((status) => status === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        <StatusOptions statuses={options.includes(value) ? options : [value, ...options]} />
      </Select>
    </Field>
  );
}
