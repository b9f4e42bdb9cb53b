import { filledText, listOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { type ListSpec, type ListState, readListState, writeListState } from '../address/list-state.rules.ts';

/** A filter, sort and choice of columns of one list that somebody gave a name. */
export interface ListView {
  readonly name: string;
  /** The list's parameters as they stand in an address. */
  readonly query: string;
  /** Opened where the address asks for nothing. */
  readonly isDefault: boolean;
}

/** One person keeps so many views of one list. */
export const mostViews = 20;
export const longestName = 40;
const longestQuery = 1_000;

/** Stands in the address for the list as it is without a view, where somebody has a default view. */
export const allRows = 'all';

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

const keptViews = listOf(
  z.object({
    name: filledText.check(z.refine((name) => name.length <= longestName && !isSame(name, allRows))),
    query: z.string().check(z.refine((query) => query.length <= longestQuery)),
    isDefault: z.catch(z.boolean(), false),
  }),
);

/** What was kept of views; anything else that lies there is left out. */
export const readViews = (kept: unknown): readonly ListView[] =>
  z
    .catch(keptViews, [])
    .parse(kept)
    .filter(({ name }, index, views) => views.findIndex((other) => isSame(other.name, name)) === index)
    .slice(0, mostViews);

/** What a view of this list keeps of its state: neither page nor open record. */
export const queryOf = (spec: ListSpec, state: ListState): string =>
  writeListState(new URLSearchParams(), spec, {
    ...state,
    page: 1,
    after: undefined,
    record: undefined,
    named: undefined,
  }).toString();

/** Whether the address asks the list for nothing. */
export const isBare = (spec: ListSpec, state: ListState): boolean => queryOf(spec, state) === '';

/** The view that the address opens: the one that it names and nothing else, or the default where it asks for nothing. */
function viewToOpen(spec: ListSpec, state: ListState, views: readonly ListView[]): ListView | undefined {
  if (!isBare(spec, state)) return undefined;
  const { named } = state;
  const view = views.find(({ name, isDefault }) => (named === undefined ? isDefault : name === named));
  return view?.query === '' ? undefined : view;
}

/**
 * The state of a list with a person's views applied. `opened` says that the address names or means a view that it does not spell out
 * yet; a view that the person does not have is named in `ignored`, and the list is shown without.
 */
export function withViews(
  spec: ListSpec,
  read: ReturnType<typeof readListState>,
  views: readonly ListView[],
): ReturnType<typeof readListState> & { readonly opened: boolean } {
  const { state } = read;
  const { named } = state;
  const view = viewToOpen(spec, state, views);
  if (view) {
    const kept = readListState(new URLSearchParams(view.query), spec);
    const { page, after, record } = state;
    const opened = { ...kept.state, page, after, record, named: view.name };
    return { state: opened, ignored: [...read.ignored, ...kept.ignored], opened: true };
  }
  const isKnown = named === undefined || named === allRows || views.some(({ name }) => name === named);
  if (isKnown) return { ...read, opened: false };
  return { state: { ...state, named: undefined }, ignored: [...read.ignored, 'view'], opened: false };
}

/** The state as it goes into the address: that of a list without wishes is named where a view would be opened in its place. */
export function nameState(spec: ListSpec, state: ListState, views: readonly ListView[]): ListState {
  const isPlain = isBare(spec, state);
  if (isPlain && (state.named !== undefined || views.some(({ isDefault }) => isDefault)))
    return { ...state, named: allRows };
  return !isPlain && state.named === allRows ? { ...state, named: undefined } : state;
}

/** Why a view cannot have that name; undefined when it can. `own` is the view that is renamed. */
export function nameError(name: string, views: readonly ListView[], own?: string): string | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'Please give the view a name.';
  if (wanted.length > longestName) return `A name has at most ${longestName} characters.`;
  if (isSame(wanted, allRows)) return 'This name stands for the whole list. Please choose another one.';
  if (views.some((view) => view.name !== own && isSame(view.name, wanted)))
    return 'You have a view of this name already.';
  return own === undefined && views.length >= mostViews
    ? `A list has at most ${mostViews} views. Please delete one first.`
    : undefined;
}
