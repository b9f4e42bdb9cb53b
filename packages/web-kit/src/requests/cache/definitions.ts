import type { Action } from 'redux';
import type { SessionState } from '../../session/session.slice.ts';
import type { Reply, RequestError, ShopRequest } from '../send-request.ts';

type TagType = 'Product' | 'Policy' | 'Order' | 'Offer' | 'Profile' | 'Service';

/** What an answer is about. A tag without an id means all of its type when it is invalidated. */
export type Tag = TagType | { readonly type: TagType; readonly id?: string };

/** One question and what is known of its answer, as the store has it. */
export interface QueryEntry {
  readonly endpointName: string;
  readonly originalArgs: unknown;
  readonly status: 'pending' | 'fulfilled' | 'rejected';
  /** Of the last answer that came; it stays while the question is asked again and when that fails. */
  readonly data?: unknown;
  /** Of the last failure; gone with the next answer. */
  readonly error?: RequestError;
  readonly fulfilledTimeStamp?: number;
}

export interface RequestState {
  readonly queries: Readonly<Record<string, QueryEntry>>;
}

/** The state of every store: what slices of remotes add to it only they know. */
export interface AppState {
  readonly session: SessionState;
  readonly api: RequestState;
}

/** What runs in the store that it is dispatched to, with the request cache of that store. */
export type Thunk<Result> = (dispatch: AppDispatch, getState: () => AppState, cache: RequestCache) => Result;

/** Runs a request of an endpoint (`initiate`), or sends an action to the slices. */
export interface AppDispatch {
  <Result>(thunk: Thunk<Result>): Result;
  <Sent extends Action<string>>(action: Sent): Sent;
}

/** What a request knows of who asks. */
export interface RequestContext {
  readonly dispatch: AppDispatch;
  readonly getState: () => AppState;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The answer is wanted anew, whatever is there: of Retry, polling and what invalidates. */
  readonly forced?: boolean;
}

export type Send = (request: string | ShopRequest) => Promise<Reply>;

/** Sends a request for an endpoint. */
export type Transport = (request: string | ShopRequest, context: RequestContext) => Promise<Reply>;

/** By a method's type, so that the definition of any question is one of an unknown question. */
type TagsOf<Data, Arg> = {
  of(data: Data | undefined, error: RequestError | undefined, arg: Arg): readonly Tag[];
}['of'];

export type Tags<Data, Arg> = readonly Tag[] | TagsOf<Data, Arg>;

interface Lifecycle<Data> {
  readonly dispatch: AppDispatch;
  /** Comes after the store has the answer; rejects when it is a failure. */
  readonly queryFulfilled: Promise<{ readonly data: Data }>;
}

interface Definition<Data, Arg> {
  /** What to send; the answer is taken as it comes. */
  query?(arg: Arg): string | ShopRequest;
  /** In the place of `query`: asks and reads by itself. */
  queryFn?(
    arg: Arg,
    context: RequestContext,
    extra: undefined,
    send: Send,
  ): Reply<Data> | PromiseLike<Reply<Data>>;
  onQueryStarted?(arg: Arg, lifecycle: Lifecycle<Data>): unknown;
}

/** Reads something: asked once for all who want it, and kept. */
export interface QueryDefinition<Data, Arg> extends Definition<Data, Arg> {
  readonly type: 'query';
  providesTags?: Tags<Data, Arg>;
  /** Seconds that an answer is kept when nobody shows it any more. Without it five minutes. */
  keepUnusedDataFor?: number;
}

/** Changes something: sent each time, and kept by nobody but its hook. */
export interface MutationDefinition<Data, Arg> extends Definition<Data, Arg> {
  readonly type: 'mutation';
  /** Whatever has one of these tags is asked for anew; of a failed call too, unless a function says otherwise. */
  invalidatesTags?: Tags<Data, Arg>;
}

export type AnyDefinition = QueryDefinition<unknown, unknown> | MutationDefinition<unknown, unknown>;
export type Definitions = Readonly<Record<string, AnyDefinition>>;

/** A definition under its name in the store. */
export interface Endpoint<Of extends AnyDefinition = AnyDefinition> {
  readonly name: string;
  readonly definition: Of;
}

export type QueryEndpoint = Endpoint<QueryDefinition<unknown, unknown>>;
export type MutationEndpoint = Endpoint<MutationDefinition<unknown, unknown>>;

export interface AskOptions {
  /** False: the answer may be forgotten in its time while the asker still has it. */
  readonly subscribe?: boolean | undefined;
  /** Asks though there is an answer; a number: when that is at least as many seconds old. */
  readonly forceRefetch?: boolean | number | undefined;
}

/** What one store asks for (`request-cache.ts`); thunks are run with it. */
export interface RequestCache {
  readonly ask: (
    endpoint: QueryEndpoint,
    arg: unknown,
    options: AskOptions,
  ) => {
    readonly ended: Promise<QueryEntry | undefined>;
    readonly unsubscribe: () => void;
    readonly setPollingInterval: (intervalMs: number) => void;
  };
  /** Sends a change; what has its tags is asked for anew afterwards. */
  readonly change: (
    endpoint: MutationEndpoint,
    arg: unknown,
  ) => { readonly ended: Promise<Reply>; readonly abort: () => void };
  /** Writes into a known answer what a change has told of it. */
  readonly update: (
    endpoint: Pick<Endpoint, 'name'>,
    arg: unknown,
    recipe: (data: unknown) => unknown,
  ) => void;
  readonly invalidate: (tags: readonly Tag[]) => void;
  /** Forgets everything, whoever shows it: of tests and of a rendering on a server, whose timers end with it. */
  readonly reset: () => void;
}

/** Makes definitions of endpoints. */
export const build = {
  query: <Data, Arg>(definition: Omit<QueryDefinition<Data, Arg>, 'type'>): QueryDefinition<Data, Arg> => ({
    ...definition,
    type: 'query',
  }),
  mutation: <Data, Arg>(
    definition: Omit<MutationDefinition<Data, Arg>, 'type'>,
  ): MutationDefinition<Data, Arg> => ({ ...definition, type: 'mutation' }),
};

export type EndpointBuilder = typeof build;
