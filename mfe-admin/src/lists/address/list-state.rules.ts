export interface ListSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** The allowed values, the first of which is the default; or a check of any text, which is empty by default. */
export type ListFilter = readonly string[] | ((text: string) => boolean);

/** Whether the text is a valid date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/** A range of days; a last day before the first one is ignored. */
export const daysOf = ({ from = '', to = '' }: Readonly<Record<string, string>>) => ({
  from,
  to: to < from ? '' : to,
});

/** Rows per page, unless a list declares another number. */
export const rowsPerPage = 20;

/** The parameters that a list understands. */
export interface ListSpec {
  /** Filters by query parameter. */
  readonly filters?: Readonly<Record<string, ListFilter>> | undefined;
  /** Format of the cursor, for a list without page numbers. */
  readonly cursorPattern?: RegExp | undefined;
  readonly sortable?: readonly string[] | undefined;
  readonly hideable?: readonly string[] | undefined;
}

/** The state of a list as read from its address. */
export interface ListState {
  readonly search: string;
  readonly page: number;
  /** Cursor of the page; undefined for the first. */
  readonly after: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: ListSort | undefined;
  readonly hidden: readonly string[];
  /** Id of the open record. */
  readonly record: string | undefined;
  /** Name of the open view. */
  readonly viewName: string | undefined;
}

export type ListChange = Partial<ListState>;

const maxSearchLength = 100;
const ownParameters = ['search', 'page', 'sort', 'hide', 'record', 'named'] as const;

const defaultValue = (filter: ListFilter): string => (typeof filter === 'function' ? '' : (filter[0] ?? ''));
const acceptsValue = (filter: ListFilter, text: string): boolean =>
  typeof filter === 'function' ? filter(text) : filter.includes(text);

function readSort(text: string, sortable: readonly string[]): ListSort | undefined {
  const [, column = '', direction] = /^(.+)_(asc|desc)$/.exec(text) ?? [];
  if (!sortable.includes(column)) return undefined;
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}

/**
 * Reads the state of a list from its address. Invalid values are replaced by defaults; `ignored` names their
 * parameters.
 */
export function readListState(
  address: URLSearchParams,
  { filters = {}, cursorPattern, sortable = [], hideable = [] }: ListSpec,
): { readonly state: ListState; readonly ignored: readonly string[] } {
  const ignored: string[] = [];
  /** Undefined when the parameter is missing or invalid. */
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = address.get(name);
    const value = text === null ? undefined : parse(text);
    if (text !== null && value === undefined) ignored.push(name);
    return value;
  };
  const filterValues = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      read(name, (text) => (acceptsValue(filter, text) ? text : undefined)) ?? defaultValue(filter),
    ]),
  );
  const page = read('page', (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined));
  const after = cursorPattern && read('after', (text) => (cursorPattern.test(text) ? text : undefined));
  const sort = read('sort', (text) => readSort(text, sortable));
  const hideTexts = address.get('hide')?.split(',') ?? [];
  const hidden = hideTexts.filter((column) => hideable.includes(column));
  if (hidden.length < hideTexts.length) ignored.push('hide');
  const search = read('search', (text) =>
    // Services refuse control characters; a pasted tab becomes a space.
    text.length > maxSearchLength ? undefined : text.replaceAll(/\p{Cc}/gu, ' '),
  );
  return {
    state: {
      search: search ?? '',
      page: page ?? 1,
      after,
      filters: filterValues,
      sort,
      hidden,
      // The audit trail has a filter of this name.
      record: 'record' in filters ? undefined : address.get('record') || undefined,
      viewName: address.get('named') || undefined,
    },
    ignored,
  };
}

/** Writes the state into the address, without defaults. Other parameters stay unchanged. */
export function writeListState(address: URLSearchParams, spec: ListSpec, state: ListState): URLSearchParams {
  const query = new URLSearchParams(address);
  for (const name of ownParameters) query.delete(name);
  if (spec.cursorPattern) query.delete('after');
  for (const [name, filter] of Object.entries(spec.filters ?? {})) {
    query.delete(name);
    const value = state.filters[name];
    if (value !== undefined && value !== defaultValue(filter)) query.set(name, value);
  }
  if (state.search !== '') query.set('search', state.search);
  if (state.sort) query.set('sort', `${state.sort.column}_${state.sort.direction}`);
  if (state.hidden.length > 0) query.set('hide', state.hidden.join(','));
  if (state.page > 1) query.set('page', String(state.page));
  if (state.after !== undefined) query.set('after', state.after);
  if (state.record !== undefined) query.set('record', state.record);
  if (state.viewName !== undefined) query.set('named', state.viewName);
  return query;
}

/** A change of search, filters or sort goes back to the first page. */
export function changeListState(state: ListState, change: ListChange): ListState {
  const changesRows = 'search' in change || 'filters' in change || 'sort' in change;
  return {
    ...state,
    ...(changesRows && { page: 1, after: undefined }),
    ...change,
    filters: { ...state.filters, ...change.filters },
  };
}
