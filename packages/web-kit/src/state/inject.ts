import {
  type AnyDefinition,
  build,
  type Definitions,
  type EndpointBuilder,
  type Thunk,
} from '../requests/cache/definitions.ts';
import { type Endpoints, type Hooks, mutationEndpoint, queryEndpoint } from '../requests/cache/endpoints.ts';
import type { Slice } from './slice.ts';
import { addReducer } from './store.ts';

/** A remote as `remote.json` names it: what it puts into the shop's one store stands under this name. */
type RemoteName = `mfe-${string}`;

type ArgOf<Definition> = Definition extends { queryFn?(arg: infer Arg, ...rest: never): unknown }
  ? Arg
  : never;
type DataOf<Definition> = Definition extends {
  onQueryStarted?(
    arg: never,
    lifecycle: { readonly queryFulfilled: Promise<{ readonly data: infer Data }> },
  ): unknown;
}
  ? Data
  : never;

/** The endpoints of a remote and their hooks, by the names that the remote gave them. */
export type RemoteApi<Of extends Definitions> = Hooks<Of> & {
  readonly endpoints: Endpoints<Of>;
  readonly util: {
    /** Writes into a known answer what a change has told of it: `recipe` gives the next answer. */
    readonly updateQueryData: <Name extends keyof Of & string>(
      name: Name,
      arg: ArgOf<Of[Name]>,
      recipe: (data: DataOf<Of[Name]>) => DataOf<Of[Name]>,
    ) => Thunk<void>;
  };
};

const endpointsOfShop = new Set<string>();
const slicesOfShop = new Map<string, unknown>();

const endpointOf = (name: string, definition: AnyDefinition) =>
  definition.type === 'query' ? queryEndpoint({ name, definition }) : mutationEndpoint({ name, definition });

/**
 * Adds a remote's endpoints to the shop's request cache, under the remote's name: two remotes may both have a `payOrder`,
 * and each keeps its own tags. Tags are shared by all remotes. Throws when the remote has an endpoint of that name already.
 */
export function injectEndpoints<Of extends Definitions>(
  remote: RemoteName,
  define: (build: EndpointBuilder) => Of,
): RemoteApi<Of> {
  const fullName = (name: string) => `${remote}/${name}`;
  const definitions = Object.entries(define(build));
  const twice = definitions.find(([name]) => endpointsOfShop.has(fullName(name)));
  if (twice) throw new Error(`${remote} defines the endpoint ${twice[0]} a second time: name one otherwise`);
  const endpoints: Record<string, unknown> = {};
  const hooks: Record<string, unknown> = {};
  for (const [name, definition] of definitions) {
    endpointsOfShop.add(fullName(name));
    const endpoint = endpointOf(fullName(name), definition);
    endpoints[name] = endpoint;
    const hookName = `use${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if ('useQuery' in endpoint) hooks[`${hookName}Query`] = endpoint.useQuery;
    else hooks[`${hookName}Mutation`] = endpoint.useMutation;
  }
  const updateQueryData =
    (name: string, arg: unknown, recipe: (data: unknown) => unknown): Thunk<void> =>
    (_dispatch, _getState, cache) =>
      cache.update({ name: fullName(name) }, arg, recipe);
  return { endpoints, ...hooks, util: { updateQueryData } } as unknown as RemoteApi<Of>;
}

/**
 * Adds a remote's slice to the store. Its name begins with the remote's, and so do its actions and its place in the state.
 * Throws when there is another slice of that name. The selectors of the returned slice take the whole state, and read the
 * initial state until the reducer has run.
 */
export function injectSlice<State, Name extends `${RemoteName}/${string}`, Reducers, Selectors>(
  slice: Slice<State, Name, Reducers, Selectors>,
): Slice<State, Name, Reducers, Selectors> {
  const known = slicesOfShop.get(slice.name);
  if (known !== undefined && known !== slice) throw new Error(`There is a slice ${slice.name} already`);
  slicesOfShop.set(slice.name, slice);
  addReducer(slice.name, slice.reducer);
  return slice;
}
