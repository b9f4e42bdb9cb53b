import { Field, Select, TextInput } from '@kinmel/ui';
import type { ComponentProps } from 'react';
import { daysOf, isDay } from './address/list-state.rules.ts';
import type { FilterDeclaration } from './list-declaration.ts';
import { statusOptions } from './status/statuses.rules.ts';
import classes from './toolbar/toolbar.module.css';

interface FilterSelectProps {
  /** Accessible name. */
  label: string;
  value: string;
  options: ComponentProps<typeof Select>['options'];
  onChange: (value: string) => void;
}

export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Field label={label} hideLabel className={classes.filter}>
      <Select value={value} options={options} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

interface DayRangeProps {
  /** `YYYY-MM-DD` or empty. */
  from: string;
  to: string;
  onChange: (days: { readonly from: string; readonly to: string }) => void;
}

/** A range of days, both included. A day that would reverse the range clears the other one. */
function DayRange({ from, to, onChange }: DayRangeProps) {
  const day = (
    label: string,
    bounds: { value: string; min?: string; max?: string },
    onPick: (day: string) => void,
  ) => (
    <span className={`row type-detail ${classes.day}`}>
      <span aria-hidden="true">{label}</span>
      <Field label={label} hideLabel>
        <TextInput type="date" {...bounds} onChange={({ target }) => onPick(target.value)} />
      </Field>
    </span>
  );
  return (
    <span className={`row ${classes.days}`}>
      {day('From', { value: from, max: to }, (next) => onChange({ from: next, to: to < next ? '' : to }))}
      {day('To', { value: to, min: from }, (next) =>
        onChange({ from: next !== '' && next < from ? '' : from, to: next }),
      )}
    </span>
  );
}

/** A select; the first value is the default unless `first` names another one. */
export function choiceFilter(
  label: string,
  labels: Readonly<Record<string, string>> | readonly (readonly [value: string, label: string])[],
  {
    isShown = () => true,
    defaultValue,
  }: { isShown?: (filters: Readonly<Record<string, string>>) => boolean; defaultValue?: string } = {},
): FilterDeclaration {
  const options = (Array.isArray(labels) ? labels : Object.entries(labels)) as readonly (readonly [
    string,
    string,
  ])[];
  const values = options.map(([value]) => value);
  return {
    values:
      defaultValue === undefined
        ? values
        : [defaultValue, ...values.filter((value) => value !== defaultValue)],
    render: ({ value, onChange, list }) =>
      isShown(list.state.filters) ? (
        <FilterSelect label={label} value={value} options={options} onChange={onChange} />
      ) : null,
  };
}

export const statusFilter = (statuses: readonly string[], label = 'Status') =>
  choiceFilter(label, [['all', 'All statuses'], ...statusOptions(statuses)]);

export const dayFilter = (label: string): FilterDeclaration => ({
  values: isDay,
  render: ({ value, onChange }) => (
    <Field label={label} hideLabel>
      <TextInput type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  ),
});

/** The first and last day, both included. */
export const dayRangeFilters: Readonly<Record<'from' | 'to', FilterDeclaration>> = {
  from: {
    values: isDay,
    render: ({ list: { state, change } }) => (
      <DayRange {...daysOf(state.filters)} onChange={(filters) => change({ filters })} />
    ),
  },
  to: { values: isDay },
};
