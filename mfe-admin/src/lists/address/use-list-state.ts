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
  /** Parameters of the address whose value this list does not have. */
  readonly ignored: readonly string[];
  /** Puts a change into the address; a step of the history unless `replace`, as for what is typed letter by letter. */
  readonly change: (change: ListChange, how?: { replace?: boolean }) => void;
  /** The address with a change, for links. */
  readonly addressWith: (change: ListChange) => string;
  /** Opens a named view, or `all` for the whole list. */
  readonly open: (view: string) => void;
  /** The views that this person keeps of the list. */
  readonly named: ListViews;
}

/**
 * The state of a list, all of which stands in the address: reload, back and a sent link show the same. Where the address asks for
 * nothing, it is that of the person's default view, which then stands in it too. `list` names the list among those of the person's views.
 */
export function useListState(spec: ListSpec, list: string): ListAddress {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const named = useListViews(list);
  const { views } = named;
  const read = useMemo(() => withViews(spec, readListState(address, spec), views), [address, spec, views]);
  // The router may change the address in a transition; a choice must be seen at once, not after the list was drawn.
  const [state, showAtOnce] = useOptimistic(read.state);
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
  // One function for the life of the list: columns that call it are then made once.
  const change = useCallback<ListAddress['change']>((...args) => latest.current(...args), []);
  // An opened view is spelled out in the address, so that a sent link shows it to somebody who does not have it.
  useEffect(() => {
    if (read.opened) latest.current({}, { replace: true });
  }, [read]);
  const open = (view: string) => {
    const kept = views.find(({ name }) => name === view);
    const { state: of } = readListState(new URLSearchParams(kept?.query), spec);
    change({ ...of, record: undefined, named: kept?.name });
  };
  return { state, ignored: read.ignored, addressWith, change, open, named };
}
