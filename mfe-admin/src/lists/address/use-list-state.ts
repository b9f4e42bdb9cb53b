import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { nameState, withViews } from '../views/list-views.rules.ts';
import { type ListViews, useListViews } from '../views/use-list-views.ts';
import {
  changeListState,
  type ListChange,
  type ListSpec,
  type ListState,
  readListState,
  writeListState,
} from './list-state.rules.ts';

export interface ListAddress {
  readonly state: ListState;
  /** Parameters with invalid values. */
  readonly ignored: readonly string[];
  /** Changes the address. `replace` adds no entry to the history, as while typing. */
  readonly change: (change: ListChange, how?: { replace?: boolean }) => void;
  /** The address after a change, for links. */
  readonly addressWith: (change: ListChange) => string;
  /** Opens a named view; `all` is the list without a view. */
  readonly open: (view: string) => void;
  /** The named views of the signed-in user. */
  readonly listViews: ListViews;
}

/**
 * Keeps the state of a list in the address, so that reload, back and shared links show the same. A bare address opens
 * the user's default view, which is then written into it. `list` is the key of the views.
 */
export function useListState(spec: ListSpec, list: string): ListAddress {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const listViews = useListViews(list);
  const { views } = listViews;
  const stateOfAddress = useMemo(
    () => withViews(spec, readListState(address, spec), views),
    [address, spec, views],
  );
  // The router may update the address in a transition; controls must show the choice at once.
  const [state, showAtOnce] = useOptimistic(stateOfAddress.state);
  const addressWith = (change: ListChange) => {
    const query = writeListState(
      address,
      spec,
      nameState(spec, changeListState(state, change), views),
    ).toString();
    return query === '' ? pathname : `${pathname}?${query}`;
  };
  const put = (change: ListChange, { replace = false } = {}) =>
    startTransition(() => {
      showAtOnce(changeListState(state, change));
      void navigate(addressWith(change), { replace, preventScrollReset: true });
    });
  const latest = useRef(put);
  useLayoutEffect(() => {
    latest.current = put;
  });
  // A stable function, so that columns are created once.
  const change = useCallback<ListAddress['change']>((...args) => latest.current(...args), []);
  // Writes the view's parameters into the address, so that a shared link works without the view.
  useEffect(() => {
    if (stateOfAddress.opened) latest.current({}, { replace: true });
  }, [stateOfAddress]);
  const open = (view: string) => {
    const storedView = views.find(({ name }) => name === view);
    const { state: of } = readListState(new URLSearchParams(storedView?.query), spec);
    change({ ...of, record: undefined, viewName: storedView?.name });
  };
  return { state, ignored: stateOfAddress.ignored, addressWith, change, open, listViews };
}
