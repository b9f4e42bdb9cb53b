import { startTransition, useCallback, useLayoutEffect, useMemo, useOptimistic, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
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
}

/** The state of a list, all of which stands in the address: reload, back and a sent link show the same. */
export function useListState(spec: ListSpec): ListAddress {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const read = useMemo(() => readListState(address, spec), [address, spec]);
  // The router may change the address in a transition; a choice must be seen at once, not after the list was drawn.
  const [state, showAtOnce] = useOptimistic(read.state);
  const addressWith = (change: ListChange) => {
    const query = writeListState(address, spec, changeListState(state, change)).toString();
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
  return { state, ignored: read.ignored, addressWith, change };
}
