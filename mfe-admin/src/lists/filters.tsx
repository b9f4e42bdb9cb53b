import { Field, TextInput } from '@kinmel/ui';
import { daysOf, isDay } from './address/list-state.rules.ts';
import type { FilterDeclaration } from './list-declaration.ts';
import { sentenceCase } from './status/statuses.rules.ts';
import { DayRange } from './toolbar/day-range.tsx';
import { FilterSelect } from './toolbar/filter-select.tsx';

/** A select; the first value is the default unless `first` names another one. */
export function choiceFilter(
  label: string,
  labels: Readonly<Record<string, string>> | readonly (readonly [value: string, label: string])[],
  {
    isShown = () => true,
    first,
  }: { isShown?: (filters: Readonly<Record<string, string>>) => boolean; first?: string } = {},
): FilterDeclaration {
  const options = (Array.isArray(labels) ? labels : Object.entries(labels)) as readonly (readonly [
    string,
    string,
  ])[];
  const values = options.map(([value]) => value);
  return {
    values: first === undefined ? values : [first, ...values.filter((value) => value !== first)],
    draw: ({ value, onChange, list }) =>
      isShown(list.state.filters) ? (
        <FilterSelect
          label={label}
          value={value}
          options={options.map(([of, text]) => ({ value: of, label: text }))}
          onChange={onChange}
        />
      ) : null,
  };
}

export const statusFilter = (statuses: readonly string[], label = 'Status') =>
  choiceFilter(label, [
    ['all', 'All statuses'],
    ...statuses.map((value) => [value, sentenceCase(value)] as const),
  ]);

export const dayFilter = (label: string): FilterDeclaration => ({
  values: isDay,
  draw: ({ value, onChange }) => (
    <Field label={label} hideLabel>
      <TextInput type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  ),
});

/** The first and last day, both included. */
export const dayRangeFilters: Readonly<Record<'from' | 'to', FilterDeclaration>> = {
  from: {
    values: isDay,
    draw: ({ list: { state, change } }) => (
      <DayRange {...daysOf(state.filters)} onChange={(filters) => change({ filters })} />
    ),
  },
  to: { values: isDay },
};
