import { filledText, listOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { type ListSpec, type ListState, readListState, writeListState } from '../address/list-state.rules.ts';

/** Limit per user and list. */
export const maxViews = 20;
export const maxNameLength = 40;
const maxQueryLength = 1_000;

/** View name in the URL for the list without a view, for users with a default view. */
export const allRows = 'all';

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

const viewSchema = z.object({
  name: filledText.check(z.refine((name) => name.length <= maxNameLength && !isSame(name, allRows))),
  /** URL query string. */
  query: z.string().check(z.refine((query) => query.length <= maxQueryLength)),
  /** Opened when the URL has no list parameters. */
  isDefault: z.catch(z.boolean(), false),
});
/** A saved filter, sort and choice of columns. */
export type ListView = z.output<typeof viewSchema>;

/** Reads stored views and skips malformed ones. */
export const readViews = (storedViews: unknown): readonly ListView[] =>
  z
    .catch(listOf(viewSchema), [])
    .parse(storedViews)
    .filter(({ name }, index, views) => views.findIndex((other) => isSame(other.name, name)) === index)
    .slice(0, maxViews);

/** The query that a view stores: without page and open record. */
export const queryOf = (spec: ListSpec, state: ListState): string =>
  writeListState(new URLSearchParams(), spec, {
    ...state,
    page: 1,
    after: undefined,
    record: undefined,
    viewName: undefined,
  }).toString();

/** Whether the URL has no list parameters. */
export const isBare = (spec: ListSpec, state: ListState): boolean => queryOf(spec, state) === '';

/** The view named in the URL, or the default view when the URL has no list parameters. */
function viewToOpen(spec: ListSpec, state: ListState, views: readonly ListView[]): ListView | undefined {
  if (!isBare(spec, state)) return undefined;
  const { viewName } = state;
  const view = views.find(({ name, isDefault }) => (viewName === undefined ? isDefault : name === viewName));
  return view?.query === '' ? undefined : view;
}

/**
 * Applies the user's views to a state. `opened` is true when the URL does not contain the view's parameters yet. An
 * unknown view is added to `ignored`.
 */
export function withViews(
  spec: ListSpec,
  stateOfAddress: ReturnType<typeof readListState>,
  views: readonly ListView[],
): ReturnType<typeof readListState> & { readonly opened: boolean } {
  const { state } = stateOfAddress;
  const { viewName } = state;
  const view = viewToOpen(spec, state, views);
  if (view) {
    const stateOfView = readListState(new URLSearchParams(view.query), spec);
    const { page, after, record } = state;
    const opened = { ...stateOfView.state, page, after, record, viewName: view.name };
    return { state: opened, ignored: [...stateOfAddress.ignored, ...stateOfView.ignored], opened: true };
  }
  const isKnown =
    viewName === undefined || viewName === allRows || views.some(({ name }) => name === viewName);
  if (isKnown) return { ...stateOfAddress, opened: false };
  return {
    state: { ...state, viewName: undefined },
    ignored: [...stateOfAddress.ignored, 'view'],
    opened: false,
  };
}

/** Names the view of a state without list parameters `all` where a default view would be opened instead. */
export function withViewName(spec: ListSpec, state: ListState, views: readonly ListView[]): ListState {
  const isPlain = isBare(spec, state);
  if (isPlain && (state.viewName !== undefined || views.some(({ isDefault }) => isDefault)))
    return { ...state, viewName: allRows };
  return !isPlain && state.viewName === allRows ? { ...state, viewName: undefined } : state;
}

/** Undefined for a valid name. `currentName` is the current name of a view that is currentName. */
export function nameError(
  name: string,
  views: readonly ListView[],
  currentName?: string,
): string | undefined {
  const trimmedName = name.trim();
  if (trimmedName === '') return 'Please give the view a name.';
  if (trimmedName.length > maxNameLength) return `A name has at most ${maxNameLength} characters.`;
  if (isSame(trimmedName, allRows)) return 'This name stands for the whole list. Please choose another one.';
  if (views.some((view) => view.name !== currentName && isSame(view.name, trimmedName)))
    return 'You have a view of this name already.';
  return currentName === undefined && views.length >= maxViews
    ? `A list has at most ${maxViews} views. Please delete one first.`
    : undefined;
}
