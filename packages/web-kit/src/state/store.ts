import {
  combineSlices,
  configureStore,
  type Slice,
  type SliceCaseReducers,
  type SliceSelectors,
} from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../requests/api.ts';
import { sessionSlice } from '../session/session.slice.ts';

const rootReducer = combineSlices(sessionSlice, api);

export type AppState = ReturnType<typeof rootReducer>;

/** Makes a store with what every page needs; slices of remotes join it later. The shell makes one, each test its own. */
export function createAppStore() {
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
    devTools: false,
  });
  currentStore = store;
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];

let currentStore: AppStore | undefined;

/** The running store, for code outside of components. */
export function getStore(): AppStore {
  if (!currentStore) throw new Error('No store was created yet');
  return currentStore;
}

/**
 * Adds a remote's slice to the running store, and keeps the state when it is already there. The selectors of the
 * returned slice take the whole state, and read the initial state until the reducer has run.
 */
export function injectSlice<
  State,
  Reducers extends SliceCaseReducers<State>,
  Name extends string,
  Path extends string,
  Selectors extends SliceSelectors<State>,
>(slice: Slice<State, Reducers, Name, Path, Selectors>) {
  const injected = slice.injectInto(rootReducer);
  currentStore?.dispatch({ type: 'kinmel/slice-joined' });
  return injected;
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
