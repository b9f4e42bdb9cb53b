export {
  api,
  baseQuery,
  registerSession,
  requestAddress,
  requestTimeoutMs,
  type SessionHooks,
} from './api.ts';
export { type ApiProblem, apiProblem } from './api-problem.ts';
export { type BrowserEvent, browserEvent } from './browser-event.ts';
export { FailureBoundary } from './failure-boundary.tsx';
export { type Currency, formatDate, formatPrice } from './format.ts';
export { type LazyPage, lazyPage } from './lazy-page.tsx';
export { Link, NavLink } from './link.tsx';
export { documentTitle, usePageTitle } from './page-title.ts';
export { type PictureSources, pictureSources, storedPictureSources } from './picture-sources.ts';
export { findPage, type IntentHandlers, preloadOnIntent } from './preload-page.ts';
export { reading } from './reading.ts';
export {
  defineRemote,
  type PageAddress,
  type PageComponent,
  type RemoteModule,
  remoteContractVersion,
} from './remote-module.ts';
export { returnAddress, returnHere } from './session/return-address.ts';
export { changeSessionUser, enterSession, leaveSession, refreshSession } from './session/running-session.ts';
export {
  type SessionState,
  type SignedInSession,
  selectIsAdmin,
  selectIsSignedIn,
  selectSession,
  selectUser,
  signedIn,
  signedOut,
  signInChanged,
} from './session/session.slice.ts';
export { isAdmin, type SessionUser } from './session/session-user.ts';
export {
  type AppDispatch,
  type AppState,
  type AppStore,
  getStore,
  injectSlice,
  useAppDispatch,
  useAppSelector,
} from './store.ts';
export { type StoredValue, storedValue, useStoredValue } from './stored-value.ts';
export { cartToastDurationMs, toast } from './toast.ts';
export { useHydrated } from './use-hydrated.ts';
export { preloadWidget, Widget } from './widget.tsx';
export type { WidgetName, WidgetProps } from './widget-props.ts';
