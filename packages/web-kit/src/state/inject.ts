import type { Slice, SliceCaseReducers, SliceSelectors } from '@reduxjs/toolkit';
import type { EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import { api } from '../requests/api.ts';
import { addReducer } from './store.ts';

/** A remote as `remote.json` names it: what it puts into the shop's one store stands under this name. */
type RemoteName = `mfe-${string}`;

type EndpointBuilder = Parameters<Parameters<typeof api.injectEndpoints>[0]['endpoints']>[0];
type Injected<Definitions extends EndpointDefinitions> = ReturnType<typeof api.injectEndpoints<Definitions>>;
type HookName<Definitions extends EndpointDefinitions> = Exclude<
  Extract<keyof Injected<Definitions>, `use${string}`>,
  'usePrefetch'
>;

/** The endpoints of a remote and their hooks, by the names that the remote gave them. */
export type RemoteApi<Definitions extends EndpointDefinitions> = Pick<
  Injected<Definitions>,
  'endpoints' | HookName<Definitions>
> & { readonly util: Pick<Injected<Definitions>['util'], 'updateQueryData'> };

const endpointsOfShop = new Set<string>();
const slicesOfShop = new Map<string, unknown>();

/**
 * Adds a remote's endpoints to the shop's request cache, under the remote's name: two remotes may both have a `payOrder`,
 * and each keeps its own tags. Tags are shared by all remotes. Throws when the remote has an endpoint of that name already.
 */
export function injectEndpoints<Definitions extends EndpointDefinitions>(
  remote: RemoteName,
  define: (build: EndpointBuilder) => Definitions,
): RemoteApi<Definitions> {
  const fullName = (name: string) => `${remote}/${name}`;
  const injected = api.injectEndpoints({
    endpoints: (build) => {
      const definitions = Object.entries(define(build));
      const twice = definitions.find(([name]) => endpointsOfShop.has(fullName(name)));
      if (twice)
        throw new Error(`${remote} defines the endpoint ${twice[0]} a second time: name one otherwise`);
      for (const [name] of definitions) endpointsOfShop.add(fullName(name));
      return Object.fromEntries(definitions.map(([name, definition]) => [fullName(name), definition]));
    },
  });
  const endpoints: Record<string, unknown> = {};
  const hooks: Record<string, unknown> = {};
  for (const [full, endpoint] of Object.entries<object>(injected.endpoints)) {
    if (!full.startsWith(fullName(''))) continue;
    const name = full.slice(fullName('').length);
    endpoints[name] = endpoint;
    for (const [hook, use] of Object.entries(endpoint)) {
      // Redux Toolkit's own naming: `useQuery` of `getOrder` is `useGetOrderQuery`, `useLazyQuery` is `useLazyGetOrderQuery`.
      const [, lazy = '', kind] = /^use(Lazy)?(Query|Mutation)$/.exec(hook) ?? [];
      if (kind) hooks[`use${lazy}${name.charAt(0).toUpperCase()}${name.slice(1)}${kind}`] = use;
    }
  }
  const updateQueryData = (name: string, ...rest: unknown[]) =>
    (api.util.updateQueryData as (...args: unknown[]) => unknown)(fullName(name), ...rest);
  return { endpoints, ...hooks, util: { updateQueryData } } as unknown as RemoteApi<Definitions>;
}

/**
 * Adds a remote's slice to the store. Its name begins with the remote's, and so do its actions and its place in the state.
 * Throws when there is another slice of that name. The selectors of the returned slice take the whole state, and read the
 * initial state until the reducer has run.
 */
export function injectSlice<
  State,
  Reducers extends SliceCaseReducers<State>,
  Name extends `${RemoteName}/${string}`,
  Selectors extends SliceSelectors<State>,
>(slice: Slice<State, Reducers, Name, Name, Selectors>) {
  const known = slicesOfShop.get(slice.name);
  if (known !== undefined && known !== slice) throw new Error(`There is a slice ${slice.name} already`);
  slicesOfShop.set(slice.name, slice);
  return addReducer((root) => slice.injectInto(root));
}
