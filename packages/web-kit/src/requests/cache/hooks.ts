import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import type { RequestError } from '../send-request.ts';
import type { AppDispatch, AppState, AskOptions, QueryEntry, Thunk } from './definitions.ts';

/** What a page sees of a question. */
export interface QueryResult<Data, Arg> {
  readonly status: 'uninitialized' | QueryEntry['status'];
  /** The last answer: while another question is asked, that of the one before. */
  readonly data: Data | undefined;
  /** The answer of this very question. */
  readonly currentData: Data | undefined;
  readonly error: RequestError | undefined;
  readonly originalArgs: Arg | undefined;
  readonly fulfilledTimeStamp: number | undefined;
  /** It is asked for the first time. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  /** It is skipped. */
  readonly isUninitialized: boolean;
}

/** What a page sees of a change that it sends. */
export interface MutationState<Data, Arg> {
  readonly data: Data | undefined;
  readonly error: RequestError | undefined;
  readonly originalArgs: Arg | undefined;
  readonly isLoading: boolean;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly isUninitialized: boolean;
}

export interface QueryOptions {
  /** Asks nothing; the answer before stays in `data`. */
  readonly skip?: boolean | undefined;
  /** Asks anew when the page opens or asks something else; a number: what is at least as many seconds old. */
  readonly refetchOnMountOrArgChange?: boolean | number | undefined;
  /** Asks again after as many milliseconds; 0 does not. */
  readonly pollingInterval?: number | undefined;
}

/** An asked question, as long as somebody shows its answer. */
export interface QueryRequest<Data, Arg> extends Promise<QueryResult<Data, Arg>> {
  readonly refetch: () => QueryRequest<Data, Arg>;
  readonly unsubscribe: () => void;
  readonly setPollingInterval: (intervalMs: number) => void;
}

type Initiate<Data, Arg> = (arg: Arg, options?: AskOptions) => Thunk<QueryRequest<Data, Arg>>;

/** `before` is what the same place saw until now. */
export function resultOf<Data, Arg>(
  entry: QueryEntry | undefined,
  { skip = false, before }: { skip?: boolean; before?: QueryResult<Data, Arg> | undefined } = {},
): QueryResult<Data, Arg> {
  // The store keeps what the endpoint's own definition has answered.
  const own = entry as (QueryEntry & { data?: Data; originalArgs: Arg }) | undefined;
  const isSuccess = own?.status === 'fulfilled';
  const currentData = own?.data;
  const data = (isSuccess ? currentData : before?.data) ?? currentData;
  const isFetching = own ? own.status === 'pending' : !skip;
  const isFirst = !own || !before || before.isLoading || before.isUninitialized;
  return {
    status: own?.status ?? (skip ? 'uninitialized' : 'pending'),
    data,
    currentData,
    error: own?.error,
    originalArgs: own?.originalArgs,
    fulfilledTimeStamp: own?.fulfilledTimeStamp,
    isLoading: isFirst && data === undefined && isFetching,
    isFetching,
    isSuccess: isSuccess || (data !== undefined && (!own || (isFetching && !before?.isError))),
    isError: own?.status === 'rejected',
    isUninitialized: !own && skip,
  };
}

/** Asks a question as long as the component stands; gives how to ask it again. */
export function useQuerySubscription<Data, Arg>(
  initiate: Initiate<Data, Arg>,
  key: string | undefined,
  arg: Arg,
  { refetchOnMountOrArgChange, pollingInterval = 0 }: QueryOptions,
) {
  const dispatch = useDispatch<AppDispatch>();
  const request = useRef<QueryRequest<Data, Arg>>(undefined);
  // The key says whether it is another question: a new record of the same fields is not.
  const latest = useRef({ arg, refetchOnMountOrArgChange });
  useEffect(() => {
    latest.current = { arg, refetchOnMountOrArgChange };
  });
  useEffect(() => {
    if (key === undefined) return;
    const { arg: question, refetchOnMountOrArgChange: forceRefetch } = latest.current;
    const asked = dispatch(initiate(question, { forceRefetch }));
    request.current = asked;
    return () => {
      request.current = undefined;
      asked.unsubscribe();
    };
  }, [dispatch, initiate, key]);
  useEffect(() => {
    // Another question has a request of its own, which does not poll yet.
    if (key !== undefined) request.current?.setPollingInterval(pollingInterval);
  }, [pollingInterval, key]);
  const refetch = useCallback(() => {
    if (!request.current) throw new Error('Nothing was asked that could be asked again');
    return request.current.refetch();
  }, []);
  return { refetch };
}

/** What one place has seen until now, whichever question it shows. */
function createView<Data, Arg>() {
  let last: { readonly key: string | undefined; readonly result: QueryResult<Data, Arg> } | undefined;
  return {
    read: (key: string | undefined, entry: QueryEntry | undefined): QueryResult<Data, Arg> => {
      // What was forgotten is not shown any longer.
      const isForgotten = !entry && key !== undefined && last?.key === key;
      const before = isForgotten ? undefined : last?.result;
      const next = resultOf<Data, Arg>(entry, { skip: key === undefined, before });
      return before && shallowEqual(before, next) ? before : next;
    },
    keep: (key: string | undefined, result: QueryResult<Data, Arg>) => {
      last = { key, result };
    },
  };
}

/** What is known of a question. */
function useQueryState<Data, Arg>(key: string | undefined): QueryResult<Data, Arg> {
  const entry = useSelector((state: AppState) => (key === undefined ? undefined : state.api.queries[key]));
  const [view] = useState(() => createView<Data, Arg>());
  const result = view.read(key, entry);
  // A drawing that React throws away has not been seen.
  useLayoutEffect(() => view.keep(key, result), [view, key, result]);
  return result;
}

/** Asks a question and tells what is known of it. */
export function useQuery<Data, Arg>(
  initiate: Initiate<Data, Arg>,
  key: string | undefined,
  arg: Arg,
  options: QueryOptions,
) {
  const { refetch } = useQuerySubscription(initiate, key, arg, options);
  const result = useQueryState<Data, Arg>(key);
  return useMemo(() => ({ ...result, refetch }), [result, refetch]);
}

/** What a change came to. */
export type MutationReply<Data> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly error: RequestError; readonly data?: undefined };

/** A change under way. */
export interface MutationRequest<Data> extends Promise<MutationReply<Data>> {
  readonly abort: () => void;
}

const unsent = {
  data: undefined,
  error: undefined,
  originalArgs: undefined,
  isLoading: false,
  isSuccess: false,
  isError: false,
  isUninitialized: true,
};

/** Outside of React's own state, so that whoever waits for the reply finds it drawn, as with what the store has. */
function createCall<Data, Arg>(initiate: (arg: Arg) => Thunk<MutationRequest<Data>>, dispatch: AppDispatch) {
  let state: MutationState<Data, Arg> = unsent;
  const listeners = new Set<() => void>();
  const show = (next: MutationState<Data, Arg>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    trigger: (originalArgs: Arg) => {
      const request = dispatch(initiate(originalArgs));
      const sent = { ...unsent, originalArgs, isLoading: true, isUninitialized: false };
      show(sent);
      void request.then(({ data, error }) => {
        if (state !== sent) return;
        const isError = error !== undefined;
        show({ ...sent, data, error, isLoading: false, isSuccess: !isError, isError });
      });
      return request;
    },
    reset: () => show(unsent),
  };
}

/** Sends a change; its state is that of the last one that was sent here. */
export function useMutation<Data, Arg>(initiate: (arg: Arg) => Thunk<MutationRequest<Data>>) {
  const dispatch = useDispatch<AppDispatch>();
  const [{ trigger, current, subscribe, reset }] = useState(() => createCall(initiate, dispatch));
  const state = useSyncExternalStore(subscribe, current, current);
  const result = useMemo(() => ({ ...state, reset }), [state, reset]);
  return [trigger, result] as const;
}
