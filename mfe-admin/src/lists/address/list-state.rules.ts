/** How a list is sorted: by which column, in which direction. */
export interface ListSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** The values that a filter takes, of which the first stands without a parameter; or whether it takes a text, and none without one. */
export type ListFilter = readonly string[] | ((text: string) => boolean);

/** Of a filter that takes a day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/** A range of days; an address may name a last day before the first. */
export const daysOf = ({ from = '', to = '' }: Readonly<Record<string, string>>) => ({
  from,
  to: to < from ? '' : to,
});

/** What a list can be asked for by its address. */
export interface ListSpec {
  /** The filters by the name of their parameter. */
  readonly filters?: Readonly<Record<string, ListFilter>> | undefined;
  /** What the place looks like after which a page begins, of a list whose pages have no numbers. */
  readonly place?: RegExp | undefined;
  /** The columns that it can be sorted by. */
  readonly sortable?: readonly string[] | undefined;
  /** The columns that can be hidden. */
  readonly hideable?: readonly string[] | undefined;
}

/** What the address asks of a list; everything has a value. */
export interface ListState {
  readonly search: string;
  readonly page: number;
  /** The place after which the page begins (`place`); undefined for the first. */
  readonly after: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: ListSort | undefined;
  readonly hidden: readonly string[];
  /** The id of the record that is open. */
  readonly record: string | undefined;
  /** The name of the view that is open (`ListView`). */
  readonly named: string | undefined;
}

export type ListChange = Partial<ListState>;

const longestSearch = 100;
const largestPage = 1_000_000;
const ownParameters = ['search', 'page', 'sort', 'hide', 'record', 'named'] as const;

const usual = (filter: ListFilter): string => (typeof filter === 'function' ? '' : (filter[0] ?? ''));
const takes = (filter: ListFilter, text: string): boolean =>
  typeof filter === 'function' ? filter(text) : filter.includes(text);

function readSort(text: string, sortable: readonly string[]): ListSort | undefined {
  const [, column = '', direction] = /^(.+)_(asc|desc)$/.exec(text) ?? [];
  if (!sortable.includes(column)) return undefined;
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}

/**
 * Reads a list's state from its address. A value that the list does not have counts as not given, and its parameter is named in
 * `ignored`, so that the page can say so.
 */
export function readListState(
  address: URLSearchParams,
  { filters = {}, place, sortable = [], hideable = [] }: ListSpec,
): { readonly state: ListState; readonly ignored: readonly string[] } {
  const ignored: string[] = [];
  const chosen: Record<string, string> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const asked = address.get(name);
    const isKnown = asked === null || takes(filter, asked);
    if (!isKnown) ignored.push(name);
    chosen[name] = isKnown && asked !== null ? asked : usual(filter);
  }
  const pageText = address.get('page') ?? '1';
  const isPage = /^[1-9]\d{0,6}$/.test(pageText) && Number(pageText) <= largestPage;
  if (!isPage) ignored.push('page');
  const afterText = place ? address.get('after') : null;
  const isPlace = afterText !== null && place?.test(afterText) === true;
  if (afterText !== null && !isPlace) ignored.push('after');
  const sortText = address.get('sort');
  const sort = sortText === null ? undefined : readSort(sortText, sortable);
  if (sortText !== null && !sort) ignored.push('sort');
  const hideTexts = address.get('hide')?.split(',') ?? [];
  const hidden = hideTexts.filter((column) => hideable.includes(column));
  if (hidden.length < hideTexts.length) ignored.push('hide');
  // A pasted tab is a space; the services refuse control characters.
  const search = (address.get('search') ?? '').replaceAll(/\p{Cc}/gu, ' ');
  if (search.length > longestSearch) ignored.push('search');
  return {
    state: {
      search: search.length > longestSearch ? '' : search,
      page: isPage ? Number(pageText) : 1,
      after: isPlace ? afterText : undefined,
      filters: chosen,
      sort,
      hidden,
      // A list may be of what was done to one record.
      record: 'record' in filters ? undefined : address.get('record') || undefined,
      named: address.get('named') || undefined,
    },
    ignored,
  };
}

/** The address with the state of a list; what is as without a parameter has none, and parameters of others stay. */
export function writeListState(address: URLSearchParams, spec: ListSpec, state: ListState): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const name of ownParameters) written.delete(name);
  if (spec.place) written.delete('after');
  for (const [name, filter] of Object.entries(spec.filters ?? {})) {
    written.delete(name);
    const value = state.filters[name];
    if (value !== undefined && value !== usual(filter)) written.set(name, value);
  }
  if (state.search !== '') written.set('search', state.search);
  if (state.sort) written.set('sort', `${state.sort.column}_${state.sort.direction}`);
  if (state.hidden.length > 0) written.set('hide', state.hidden.join(','));
  if (state.page > 1) written.set('page', String(state.page));
  if (state.after !== undefined) written.set('after', state.after);
  if (state.record !== undefined) written.set('record', state.record);
  if (state.named !== undefined) written.set('named', state.named);
  return written;
}

/** The state after a change: what changes the rows of a list leads to its first page. */
export function changeListState(state: ListState, change: ListChange): ListState {
  const changesRows = 'search' in change || 'filters' in change || 'sort' in change;
  return {
    ...state,
    ...(changesRows && { page: 1, after: undefined }),
    ...change,
    filters: { ...state.filters, ...change.filters },
  };
}
