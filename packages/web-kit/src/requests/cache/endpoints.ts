import type {
  AppState,
  AskOptions,
  Definitions,
  Endpoint,
  MutationDefinition,
  MutationEndpoint,
  QueryDefinition,
  QueryEndpoint,
  Thunk,
} from './definitions.ts';
import {
  type MutationReply,
  type MutationRequest,
  type QueryOptions,
  type QueryRequest,
  type QueryResult,
  resultOf,
  useMutation,
  useQuery,
  useQuerySubscription,
} from './hooks.ts';
import { keyOf } from './request-cache.ts';

/** How a question is asked: `initiate` outside of components, hooks inside. */
export function queryEndpoint<Data, Arg>(endpoint: Endpoint<QueryDefinition<Data, Arg>>) {
  // Under its name the cache sees no more of a definition than that it is one.
  const unknownEndpoint = endpoint as unknown as QueryEndpoint;
  const initiate =
    (arg: Arg, options: AskOptions = {}): Thunk<QueryRequest<Data, Arg>> =>
    (dispatch, _getState, cache) => {
      const { ended, ...request } = cache.ask(unknownEndpoint, arg, options);
      return Object.assign(
        ended.then((entry) => resultOf<Data, Arg>(entry, { skip: true })),
        {
          ...request,
          refetch: () => dispatch(initiate(arg, { subscribe: false, forceRefetch: true })),
        },
      );
    };
  const keyUnless = (arg: Arg, { skip }: QueryOptions) => (skip ? undefined : keyOf(unknownEndpoint, arg));
  return {
    initiate,
    select:
      (arg: Arg) =>
      (state: AppState): QueryResult<Data, Arg> =>
        resultOf(state.api.queries[keyOf(unknownEndpoint, arg)], { skip: true }),
    useQuery: (arg: Arg, options: QueryOptions = {}) =>
      useQuery(initiate, keyUnless(arg, options), arg, options),
    /** Asks without drawing again at each answer. */
    useQuerySubscription: (arg: Arg, options: QueryOptions = {}) =>
      useQuerySubscription(initiate, keyUnless(arg, options), arg, options),
  };
}

/** How a change is sent: `initiate` outside of components, a hook inside. */
export function mutationEndpoint<Data, Arg>(endpoint: Endpoint<MutationDefinition<Data, Arg>>) {
  const unknownEndpoint = endpoint as unknown as MutationEndpoint;
  const initiate =
    (arg: Arg): Thunk<MutationRequest<Data>> =>
    (_dispatch, _getState, cache) => {
      const { ended, abort } = cache.change(unknownEndpoint, arg);
      const reply = ended.then(
        ({ data, error }): MutationReply<Data> => (error === undefined ? { data: data as Data } : { error }),
      );
      return Object.assign(reply, { abort });
    };
  return { initiate, useMutation: () => useMutation(initiate) };
}

type EndpointOf<Definition> =
  Definition extends QueryDefinition<infer Data, infer Arg>
    ? ReturnType<typeof queryEndpoint<Data, Arg>>
    : Definition extends MutationDefinition<infer Data, infer Arg>
      ? ReturnType<typeof mutationEndpoint<Data, Arg>>
      : never;

export type Endpoints<Of extends Definitions> = { readonly [Name in keyof Of]: EndpointOf<Of[Name]> };

type HookOf<Definition> =
  EndpointOf<Definition> extends { readonly useMutation: infer Hook }
    ? Hook
    : EndpointOf<Definition> extends { readonly useQuery: infer Hook }
      ? Hook
      : never;

type Suffix<Definition> = Definition extends { readonly type: 'query' } ? 'Query' : 'Mutation';

/** `useQuery` of `getOrder` is `useGetOrderQuery`. */
export type Hooks<Of extends Definitions> = {
  readonly [Name in keyof Of & string as `use${Capitalize<Name>}${Suffix<Of[Name]>}`]: HookOf<Of[Name]>;
};
