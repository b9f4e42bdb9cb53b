import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../requests/api.ts';
import { sessionSlice } from '../session/session.slice.ts';

/** The reducer of every store. A remote adds its own slice with `slice.injectInto(rootReducer)`. */
export const rootReducer = combineSlices(sessionSlice, api);

if (process.env.NODE_ENV === 'development') {
  // A changed file adds its slice again, which then replaces the previous one.
  const inject = rootReducer.inject.bind(rootReducer);
  Object.assign(rootReducer, {
    inject: (slice: Parameters<typeof inject>[0]) => inject(slice, { overrideExisting: true }),
  });
}

export type AppState = ReturnType<typeof rootReducer>;

export function createAppStore() {
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
    devTools: process.env.NODE_ENV !== 'production',
  });
  currentStore = store;
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];

let currentStore: AppStore | undefined;

/** The running store, for code outside of components. Throws before the first one is created. */
export function getStore(): AppStore {
  if (!currentStore) throw new Error('No store was created yet');
  return currentStore;
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
