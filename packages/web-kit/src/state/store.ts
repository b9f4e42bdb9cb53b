import { combineSlices, configureStore } from '@reduxjs/toolkit';
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

/** Lets `inject` change the root reducer, and the running store take notice of it. */
export function addReducer<Injected>(inject: (root: typeof rootReducer) => Injected): Injected {
  const injected = inject(rootReducer);
  currentStore?.dispatch({ type: 'kinmel/slice-joined' });
  return injected;
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
