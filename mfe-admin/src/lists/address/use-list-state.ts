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
import { withViewName, withViews } from '../views/list-views.rules.ts';
import { useListViews } from '../views/use-list-views.ts';
import {
  changeListState,
  type ListChange,
  type ListSpec,
  readListState,
  writeListState,
} from './list-state.rules.ts';

/**
 * Keeps the state of a list in the URL, so that reload, back and shared links show the same. A URL without list
 * parameters opens the user's default view, which is then written into it. `list` is the key of the views.
 */
export function useListState(spec: ListSpec, list: string) {
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
  /** The address after a change, for links. */
  const addressWith = (change: ListChange) => {
    const query = writeListState(
      address,
      spec,
      withViewName(spec, changeListState(state, change), views),
    ).toString();
    return query === '' ? pathname : `${pathname}?${query}`;
  };
  /** Changes the address. `replace` adds no entry to the history, as while typing. */
  const applyChange = (change: ListChange, { replace = false }: { replace?: boolean } = {}) =>
    startTransition(() => {
      showAtOnce(changeListState(state, change));
      void navigate(addressWith(change), { replace, preventScrollReset: true });
    });
  const latestApply = useRef(applyChange);
  useLayoutEffect(() => {
    latestApply.current = applyChange;
  });
  // A stable function, so that columns are created once.
  const change = useCallback((...args: Parameters<typeof applyChange>) => latestApply.current(...args), []);
  // Writes the view's parameters into the address, so that a shared link works without the view.
  useEffect(() => {
    if (stateOfAddress.opened) latestApply.current({}, { replace: true });
  }, [stateOfAddress]);
  /** Opens a named view; `all` is the list without a view. */
  const open = (view: string) => {
    const storedView = views.find(({ name }) => name === view);
    const { state: stateOfView } = readListState(new URLSearchParams(storedView?.query), spec);
    change({ ...stateOfView, record: undefined, viewName: storedView?.name });
  };
  /** `ignored`: parameters with invalid values. */
  return { state, ignored: stateOfAddress.ignored, addressWith, change, open, listViews };
}

export type ListAddress = ReturnType<typeof useListState>;
