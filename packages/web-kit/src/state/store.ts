import { useDispatch, useSelector } from 'react-redux';
import { applyMiddleware, combineReducers, legacy_createStore, type Reducer, type Store } from 'redux';
import { api } from '../requests/api.ts';
import type { AppDispatch, AppState } from '../requests/cache/definitions.ts';
import { sessionSlice } from '../session/session.slice.ts';

export type { AppDispatch, AppState } from '../requests/cache/definitions.ts';

export type AppStore = Omit<Store<AppState>, 'dispatch'> & { readonly dispatch: AppDispatch };

const reducers: Record<string, Reducer> = { [sessionSlice.name]: sessionSlice.reducer, api: api.reducer };
let combined = combineReducers(reducers);

/** Makes a store with what every page needs; slices of remotes join it later. The shell makes one, each test its own. */
export function createAppStore(): AppStore {
  // The reducers stand by name, so that slices of remotes are not in its type; and the middleware widens `dispatch`.
  const reduce = ((state, action) => combined(state, action)) as Reducer<AppState>;
  const store = legacy_createStore(reduce, applyMiddleware(api.middleware)) as Store<AppState> & AppStore;
  currentStore = store;
  return store;
}

let currentStore: AppStore | undefined;

/** The running store, for code outside of components. */
export function getStore(): AppStore {
  if (!currentStore) throw new Error('No store was created yet');
  return currentStore;
}

/** Gives every store a further part, the running one too. */
export function addReducer(name: string, reducer: Reducer): void {
  reducers[name] = reducer;
  combined = combineReducers(reducers);
  currentStore?.dispatch({ type: 'kinmel/slice-joined' });
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
